#include "reference/mechanisms/shuffled/shuffled_krr.hpp"

#include <map>
#include <mutex>
#include <stdexcept>
#include <utility>

#include "reference/arithmetic/bound.hpp"
#include "reference/mechanisms/expression.hpp"
#include "reference/mechanisms/finite/finite_pair.hpp"
#include "reference/mechanisms/hypotheses/pair_facts.hpp"
#include "reference/mechanisms/mechanism_entry.hpp"
#include "reference/mechanisms/parameter_draw.hpp"
#include "reference/mechanisms/parameters.hpp"
#include "reference/mechanisms/shuffled/blanket_response.hpp"
#include "reference/mechanisms/shuffled/shuffled_parameters.hpp"

namespace plumbline {
namespace {

/// Maximum number of users for which every vector of counts is an atom of its own. The vector has three counts if k =
/// 3, and otherwise four.
long most_counted(long values) { return values == 3 ? 120 : 32; }

/// The numbers of answers that are 0, 1, the value of the other users, and any other value.
struct Counts {
  long zeros, ones, thirds, rest;
};

Rational multinomial(const Counts& c) {
  Rational out(1);
  long n = 0;
  for (const long part : {c.zeros, c.ones, c.thirds, c.rest}) {
    for (long i = 1; i <= part; ++i) out = out * Rational(++n) / Rational(i);
  }
  return out;
}

/// Returns w of SHUFFLED-THIRD under P. Under Q the zeros and the ones are exchanged.
Ball weighted(const Counts& c, const Ball& odds) {
  return odds * c.zeros + (c.ones + c.rest) + Ball::integer(c.thirds, odds.precision()) / odds;
}

LossAtom atom_of(const Counts& c, const Rational& epsilon0, long values) {
  const Rational ways = multinomial(c) * power(Rational(values - 3), c.rest);
  const long n = c.zeros + c.ones + c.thirds + c.rest;
  const auto mass = [=](Bits p) {
    const Bits work = p + 32;
    const Ball odds = exp(Ball(epsilon0, work));
    const Ball kept = exp(Ball(epsilon0, work) * c.thirds);
    const Ball lists = bound_number<"SHUFFLED-THIRD">(Ball(ways, work) * kept);
    return (lists * weighted(c, odds) / power(odds + (values - 1), Rational(n)) / n).at(p);
  };
  const auto loss = [=](Bits p) {
    const Ball odds = exp(Ball(epsilon0, p + 16));
    return log(weighted({c.ones, c.zeros, c.thirds, c.rest}, odds) / weighted(c, odds)).at(p);
  };
  if (c.zeros == c.ones) return {Real(mass), Real(Rational(0))};
  if (c.zeros == n) return {Real(mass), Real(-epsilon0)};
  if (c.ones == n) return {Real(mass), Real(epsilon0)};
  return {Real(mass), Real(loss)};
}

long values_of(const Parameters& q) {
  const Rational k = positive(q, "k");
  if (!k.is_integer() || k < Rational(2) || k > Rational(1000000)) {
    throw std::invalid_argument("k must be an integer from 2 to 1000000, got " + k.text());
  }
  return static_cast<long>(k.approximate());
}

Mechanism make_shuffled_krr(const Parameters& q) {
  const Rational epsilon0 = shuffled_epsilon(q);
  const long users = shuffled_users(q), values = values_of(q);
  if (users == 1) {
    throw std::invalid_argument("n = 1 is randomized_response(epsilon=" + epsilon0.text() +
                                ",k=" + std::to_string(values) + ")");
  }
  std::string name = "shuffled_krr(epsilon0=" + epsilon0.text() + ",n=" + std::to_string(users) +
                     ",k=" + std::to_string(values);
  const auto third = q.find("third");
  if (third == q.end()) {
    return blanket_response(epsilon0, users, Real(Rational(values)), name + ")");
  }
  if (values == 2) {
    throw std::invalid_argument(
        "third= needs k > 2; shuffled_rr(epsilon0=,n=,ones=) is exact for k = 2");
  }
  if (!(third->second == Rational(users - 1))) {
    throw std::invalid_argument("third must be n - 1 = " + std::to_string(users - 1) +
                                " (all others hold one third value), got " + third->second.text());
  }
  return third_value_response(epsilon0, users, values,
                              name + ",third=" + third->second.text() + ")");
}

// PROOF(PARAMETER-ORDER) epsilon0 and n of shuffled_krr
//             If each answer is replaced by a uniform one with a fixed probability, the result is randomized response
//             with a smaller epsilon0 and more uniform answers. More users also give more uniform answers, which do
//             not depend on the record. With a grain above 1 no order is proved, neither in epsilon0 nor in n: the
//             number of uniform answers increases, but the grain to which it is rounded down increases, too.
std::optional<ParameterOrder> order_of_shuffled_krr(const std::string& parameter,
                                                    const Parameters& others) {
  const auto n = others.find("n");
  const bool fine = n != others.end() && !(n->second > Rational(300));
  if (others.contains("third") || parameter != "epsilon0" || !fine) return std::nullopt;
  return order_of_shuffled(parameter, 2, 0);
}

std::string draw_shuffled_krr(ParameterDraw& draw) {
  const std::string epsilon0 = draw.log_uniform(0.2, 3);
  const int n = draw.whole(2, 60);
  return "shuffled_krr(epsilon0=" + epsilon0 + ",n=" + std::to_string(n) +
         ",k=" + std::to_string(draw.whole(2, 20)) + ")";
}

/// Returns the expression of a pair of data sets in which each other user holds one of the user's two values. The
/// number of those that hold the second value increases with `place`. Answers with other values are replaced by fair
/// bits (SHUFFLED-ROUNDED); for k = 2 there are no other values.
std::string two_values_at(const WrittenFactor& factor, double place) {
  const Parameters& q = factor.parameters;
  for (const char* name : {"epsilon0", "n", "k"}) {
    if (!q.contains(name)) return "";
  }
  const Rational &n = q.at("n"), &k = q.at("k"), ones = ones_at(n, place);
  if (k == Rational(2)) {
    return "shuffled_rr(epsilon0=" + q.at("epsilon0").text() + ",n=" + n.text() +
           ",ones=" + ones.text() + ")";
  }
  constexpr Bits p{192};
  const Ball answers = expm1(Ball(q.at("epsilon0"), p)) + Ball(k, p);
  return rounded_answers(Ball(k / Rational(2), p) / answers, n, ones);
}

/// Returns the expression of the pair of data sets in which all other users hold one value: if there are few users, a
/// third value (neither of the user's two values), otherwise the user's second value.
std::string third_member(const WrittenFactor& factor) {
  const std::string otherwise = two_values_at(factor, 1);
  const Parameters& q = factor.parameters;
  if (otherwise.empty() || q.at("k") == Rational(2)) return otherwise;
  const long users = static_cast<long>(q.at("n").approximate());
  if (users > most_counted(static_cast<long>(q.at("k").approximate()))) return otherwise;
  return "shuffled_krr(epsilon0=" + q.at("epsilon0").text() + ",n=" + q.at("n").text() +
         ",k=" + q.at("k").text() + ",third=" + std::to_string(users - 1) + ")";
}

PairFacts krr_facts() {
  PairFacts out{
      PairDominance::dominating,
      "one user's value exchanged for another; with third, all others hold one third value",
      "the others' uniform answers alone hide the user's (SHUFFLED-BLANKET)",
      {"third"},
      third_member};
  out.member_at = two_values_at;
  return with_public(std::move(out), {"n"});
}

}  // namespace

// BOUND(SHUFFLED-THIRD)
// Statement.  Let all others hold one value other than 0 and 1. Let c be the counts of zeros, ones, that value and
//             the remaining s = k - 3 values. Their mass under P is
//
//                 n!/(c0! c1! c2! c3!) s^c3 e^(epsilon0 c2) w/(n (e^epsilon0 + k - 1)^n),
//                 w = e^epsilon0 c0 + c1 + c3 + e^-epsilon0 c2.
//
//             The mass under Q is the same with c0 and c1 exchanged in w.
// Needs.      k >= 3: checked by the caller.
// Proof.      The counts of the others are multinomial with q = (1, 1, e^epsilon0, s)/(e^epsilon0 + k - 1). Let p be
//             the law of the user's answer v. The sum over v of p_v Mult_{n-1}(c - e_v) is Mult_n(c) (1/n) sum p_v
//             c_v/q_v. Nobody holds one of the remaining values, so only their total count matters.
// Source.     Elementary.
Mechanism third_value_response(const Rational& epsilon0, long users, long values,
                               const std::string& expression) {
  if (users > most_counted(values)) {
    throw std::invalid_argument(
        "third= is exact for n up to " + std::to_string(most_counted(values)) +
        (values == 3 ? " where k = 3" : " where k > 3") + ", got n = " + std::to_string(users) +
        "; without it the answer is an upper bound");
  }
  std::vector<LossAtom> atoms;
  for (long zeros = 0; zeros <= users; ++zeros) {
    for (long ones = 0; zeros + ones <= users; ++ones) {
      const long left = users - zeros - ones;
      for (long rest = 0; rest <= (values == 3 ? 0 : left); ++rest) {
        atoms.push_back(atom_of({zeros, ones, left - rest, rest}, epsilon0, values));
      }
    }
  }
  return std::make_shared<FinitePair>(atoms, expression, expression);
}

MechanismEntry shuffled_krr_entry() {
  return {.name = "shuffled_krr",
          .required = {"epsilon0", "n", "k"},
          .optional = {"third"},
          .summary =
              "k-ary randomized response of n users, shuffled: an upper bound; with third=n-1, all "
              "others hold one third value",
          .make = make_shuffled_krr,
          .order = order_of_shuffled_krr,
          .draw = draw_shuffled_krr,
          .symmetric = always_symmetric,
          .replaces_record = true,
          .whole = {"n", "k", "third"},
          .facts = krr_facts()};
}

}  // namespace plumbline
