#include "reference/mechanisms/laplace/exponential_mechanism.hpp"

#include <stdexcept>

#include "reference/arithmetic/bound.hpp"
#include "reference/mechanisms/expression.hpp"
#include "reference/mechanisms/finite/finite_mechanisms.hpp"
#include "reference/mechanisms/finite/finite_pair.hpp"
#include "reference/mechanisms/hypotheses/pair_facts.hpp"
#include "reference/mechanisms/laplace/laplace.hpp"
#include "reference/mechanisms/mechanism_entry.hpp"
#include "reference/mechanisms/noise_law.hpp"
#include "reference/mechanisms/parameter_draw.hpp"
#include "reference/mechanisms/parameters.hpp"
#include "reference/mechanisms/recorded_form.hpp"

namespace plumbline {
// The loss t has the Q-mass q = (1 - e^{t-eps})/(1 - e^-eps) and the P-mass q e^-t. The loss t - eps has the remaining
// mass.
Mechanism bounded_range_at(const Rational& epsilon, const Rational& t) {
  if (t.sign() < 0 || t > epsilon) {
    throw std::invalid_argument("t must be in [0, epsilon], got " + t.text());
  }
  const std::string name =
      "exponential_mechanism(epsilon=" + epsilon.text() + ",t=" + t.text() + ")";
  if (t.is_zero() || t == epsilon) return perfectly_private();
  const Real high([epsilon, t](Bits p) {
    const Ball rest(t - epsilon, p);
    return exp(-Ball(t, p)) * expm1(rest) / expm1(-Ball(epsilon, p));
  });
  const Real low([epsilon, t](Bits p) { return expm1(-Ball(t, p)) / expm1(-Ball(epsilon, p)); });
  return std::make_shared<FinitePair>(
      std::vector<LossAtom>{{low, Real(t - epsilon)}, {high, Real(t)}}, name, name);
}

namespace {

/// Returns 1/(1 + e^-x).
Ball logistic(const Ball& x) { return Ball::integer(1, x.precision()) / (exp(-x) + 1); }

/// Returns log(1 + (e^epsilon - 1) logistic(x)).
Ball log_gain(const Ball& epsilon, const Ball& x) { return log1p(expm1(epsilon) * logistic(x)); }

}  // namespace

// Let a = epsilon * lead. The log-odds of the candidate for which the record votes are a under Q and b = a - epsilon
// under P. The loss of this candidate is log((1 + e^-b)/(1 + e^-a)), the loss of the other candidate is -log((1 +
// e^a)/(1 + e^b)), and
//     (1 + e^-b)/(1 + e^-a) = 1 + (e^epsilon - 1)/(1 + e^a),
//     (1 + e^a)/(1 + e^b)   = 1 + (e^epsilon - 1)/(1 + e^-b).
// The two losses differ by epsilon, and neither formula cancels.
Mechanism vote_of_two(const Rational& epsilon, const Rational& lead) {
  const Rational a = epsilon * lead, b = a - epsilon;
  const std::string name =
      "exponential_mechanism(epsilon=" + epsilon.text() + ",lead=" + lead.text() + ")";
  const Real mass([b](Bits p) { return logistic(Ball(b, p)); });
  const Real other([b](Bits p) { return logistic(-Ball(b, p)); });
  const Real high([epsilon, a](Bits p) { return log_gain(Ball(epsilon, p), -Ball(a, p)); });
  const Real low([epsilon, b](Bits p) { return -log_gain(Ball(epsilon, p), Ball(b, p)); });
  return std::make_shared<FinitePair>(std::vector<LossAtom>{{other, low}, {mass, high}}, name,
                                      name);
}

namespace {

Mechanism make_exponential_mechanism(const Parameters& q) {
  const Rational epsilon = positive(q, "epsilon");
  if (q.count("t") > 0 && q.count("lead") > 0) {
    throw std::invalid_argument("write t= or lead=, not both");
  }
  if (q.count("lead") > 0) return vote_of_two(epsilon, q.at("lead"));
  if (q.count("t") > 0) return bounded_range_at(epsilon, q.at("t"));
  return std::make_shared<BoundedRange>(epsilon);
}

// PROOF(PARAMETER-ORDER) epsilon of exponential_mechanism
//             An interval of smaller length is contained in one of larger length, so the largest profile (RANGE-PAIR)
//             increases with epsilon. At a given t, the function
//
//                 f = max(0, 1 - e^t alpha, e^{t-eps} (1 - alpha))
//
//             is nonincreasing in epsilon.
std::optional<ParameterOrder> order_of_exponential_mechanism(const std::string& parameter,
                                                             const Parameters& others) {
  if (parameter != "epsilon" || others.count("lead") > 0) return std::nullopt;
  const auto t = others.find("t");
  if (t == others.end()) return ParameterOrder::size();
  return ParameterOrder{false, t->second, std::nullopt, t->second.sign() > 0};
}

std::string draw_exponential_mechanism(ParameterDraw& draw) {
  return "exponential_mechanism(epsilon=" + draw.log_uniform(0.01, 3) + ")";
}

// Without t and lead the pair is symmetric: the densities of RangeNoise are mirror images, so L under P and -L under Q
// have the same distribution.
bool is_of_all(const Parameters& q) { return q.count("t") == 0 && q.count("lead") == 0; }

/// Returns the expression of a recorded vote between two candidates. Of the n votes, m are for the candidate that the
/// record votes for.
std::string recorded_count(RecordedFields& record) {
  const Rational m = record.number("m").value, n = record.number("n").value, lead = m + m - n;
  const Rational epsilon = record.number("epsilon").value;
  if (epsilon.sign() <= 0 || !m.is_integer() || !n.is_integer() || m.sign() <= 0 || m > n) {
    throw std::invalid_argument(
        "mechanism: exponential_mechanism_counting needs epsilon > 0 and whole numbers 1 <= m <= "
        "n");
  }
  return "exponential_mechanism(epsilon=" + epsilon.text() + ",lead=" + lead.text() + ")";
}

/// Returns the expression of the mechanism with the losses t and t - epsilon, where t = place * epsilon; an empty text
/// if all losses are 0. `place` is rounded to six digits; this is valid because every t gives a mechanism with this
/// range.
std::string range_at(const WrittenFactor& factor, double place) {
  const auto epsilon = factor.parameters.find("epsilon");
  if (epsilon == factor.parameters.end() || !(place > 0) || !(place < 1)) return "";
  constexpr int kDigits = 6;
  const Rational share = decimal_nearest(Rational::from_binary64(place), kDigits);
  const Rational t = epsilon->second * share;
  if (t.is_zero() || t == epsilon->second) return "";
  return "exponential_mechanism(epsilon=" + epsilon->second.text() + ",t=" + t.text() + ")";
}

/// Returns the expression of the mechanism with the losses epsilon/2 and -epsilon/2.
std::string half_range(const WrittenFactor& factor) { return range_at(factor, 0.5); }

std::optional<Rational> range_of_all(const Parameters& q) {
  const auto epsilon = q.find("epsilon");
  return q.size() == 1 && epsilon != q.end() ? std::optional(epsilon->second) : std::nullopt;
}

PairFacts range_facts() {
  PairFacts out{PairDominance::each_point,
                "any with losses in an interval of length epsilon",
                "RANGE-PAIR",
                {"t", "lead"},
                half_range};
  out.member_at = range_at;
  return out;
}

}  // namespace

MechanismEntry exponential_mechanism_entry() {
  return {.name = "exponential_mechanism",
          .required = {"epsilon"},
          .optional = {"t", "lead"},
          .summary =
              "bounded range epsilon: tight for one run, an upper bound for several; with t, the "
              "mechanism with losses t and t-epsilon; with lead, a vote between two candidates",
          .make = make_exponential_mechanism,
          .order = order_of_exponential_mechanism,
          .draw = draw_exponential_mechanism,
          .symmetric = is_of_all,
          .recorded = {{.kind = "exponential_mechanism",
                        .fields = {{"epsilon", "epsilon"}},
                        .runs = RecordedForm::Runs::bounded_range,
                        .any_neighbours = true},
                       {.kind = "exponential_mechanism_counting",
                        .fields = {{"epsilon"}, {"m", "", true}, {"n", "", true}},
                        .expression = recorded_count,
                        .any_neighbours = true}},
          .facts = range_facts(),
          .bounded_range = range_of_all};
}

}  // namespace plumbline
