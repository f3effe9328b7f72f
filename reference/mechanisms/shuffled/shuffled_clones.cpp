#include "reference/mechanisms/shuffled/shuffled_clones.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/heuristics.hpp"
#include "reference/mechanisms/expression.hpp"
#include "reference/mechanisms/hypotheses/pair_facts.hpp"
#include "reference/mechanisms/integer/binomial.hpp"
#include "reference/mechanisms/mechanism_entry.hpp"
#include "reference/mechanisms/parameter_draw.hpp"
#include "reference/mechanisms/parameters.hpp"
#include "reference/mechanisms/poll_here.hpp"
#include "reference/mechanisms/rough_loss.hpp"
#include "reference/mechanisms/shuffled/blanket_atoms.hpp"
#include "reference/mechanisms/shuffled/clone_threshold.hpp"
#include "reference/mechanisms/shuffled/deep_tails.hpp"
#include "reference/mechanisms/shuffled/response_sums.hpp"
#include "reference/mechanisms/shuffled/shuffled_parameters.hpp"

namespace plumbline {
namespace {

/// Returns s of SHUFFLED-CLONES: the loss is above t if more than this fraction of the answers of the user and the
/// clones are ones.
Ball share_above(const Real& t, const RandomizedBit& answer) {
  const Bits p = answer.keep.precision();
  if (is_zero(t, p)) return Ball(Rational(1, 2UL), p);
  const Ball odds = exp(t(p));
  return (odds * answer.keep - answer.flip) / ((answer.keep - answer.flip) * (odds + 1));
}

/// The sums over the number of clones c of P(C = c) P(x + Bin(c, 1/2) >= k(c)). x is 0 or 1; it is 1 with probability
/// answer.flip for the sum `flip`, and with probability answer.keep for the sum `keep`.
struct TwoSums {
  Ball flip, keep;
};

/// Computes the sums for 1 <= k(c) <= c + 1. k(c) changes by at most one if c changes by one.
TwoSums sums(const Binomial& clones, const CloneWindow& window, const RandomizedBit& answer,
             const std::function<long(long)>& k) {
  const Bits p = answer.keep.precision();
  const Ball half(Rational(1, 2UL), p);
  const Poll poll = [] { poll_here(); };
  BinomialWalk walk(half, half, static_cast<double>(p.n) * 0.31, poll);
  TwoSums out{Ball(p), Ball(p)};
  Ball weight = clones.mass(window.last);
  for (long c = window.last; c >= window.first; --c) {  // downwards, so that tails increase
    poll_here(c);
    const long at = k(c);
    walk.move(c, at);
    const Ball next = walk.tail();
    const Ball mass =
        at > c ? power(half, Rational(c)) : walk.mass() * at / (c - at + 1);  // P(Bin = at - 1)
    out.flip += weight * (next + answer.flip * mass);
    out.keep += weight * (next + answer.keep * mass);
    if (c > 0) weight = weight * clones.s / clones.r * c / (clones.count - c + 1);
  }
  return out;
}

Mechanism make_shuffled_clones(const Parameters& q) {
  const Rational epsilon0 = shuffled_epsilon(q);
  const long users = shuffled_users(q);
  auto clones = std::make_shared<ShuffledClones>(epsilon0, users);
  if (users == 1 || !blanket_has_few_losses(users, true)) return clones;
  const Real share([epsilon0](Bits p) { return exp(-Ball(epsilon0, p)); });
  const Real rest([epsilon0](Bits p) { return -expm1(-Ball(epsilon0, p)); });
  return blanket_of_atoms({epsilon0, users, Real(Rational(2)), share, rest}, clones->expression());
}

// PROOF(PARAMETER-ORDER) epsilon0 and n of shuffled_clones
//             If each answer is flipped once more with the same probability, clones remain uniform bits, and the
//             user's bit has a smaller epsilon0. More clones, C' = C + Bin(n-1-C, .), add a noise that does not
//             depend on the record. A smaller epsilon0 and more users both increase the number of clones in this way.
std::optional<ParameterOrder> order_of_shuffled_clones(const std::string& parameter,
                                                       const Parameters&) {
  return order_of_shuffled(parameter, 1, 0);
}

std::string draw_shuffled_clones(ParameterDraw& draw) {
  const std::string epsilon0 = draw.log_uniform(0.2, 3);
  return "shuffled_clones(epsilon0=" + epsilon0 + ",n=" + std::to_string(draw.whole(2, 2000)) + ")";
}

/// Returns the expression of the pair of shuffled binary randomized response. This randomizer is epsilon0-local, so the
/// pair of the clones dominates this pair.
std::string responses_at(const WrittenFactor& factor, double place) {
  const Parameters& q = factor.parameters;
  if (!q.contains("epsilon0") || !q.contains("n")) return "";
  return "shuffled_rr(epsilon0=" + q.at("epsilon0").text() + ",n=" + q.at("n").text() +
         ",ones=" + ones_at(q.at("n"), place).text() + ")";
}

std::string responses_member(const WrittenFactor& factor) { return responses_at(factor, 1); }

PairFacts clones_facts() {
  PairFacts out{
      PairDominance::dominating,
      "one user's record exchanged, all users with the same epsilon0-local randomizer",
      "Feldman, McMillan, Talwar 2021 (SHUFFLED-CLONES); binary randomized response is one "
      "of them",
      {},
      responses_member};
  out.member_at = responses_at;
  return with_public(std::move(out), {"n"});
}

}  // namespace

ShuffledClones::ShuffledClones(Rational epsilon0, long users)
    : epsilon0_(std::move(epsilon0)),
      users_(users),
      expression_("shuffled_clones(epsilon0=" + epsilon0_.text() + ",n=" + std::to_string(users) +
                  ")") {}

void ShuffledClones::offers(Offers* asked) const {
  asked->give<RoughLoss>([this] {
    const double lead = std::tanh(epsilon0_.approximate() / 2);
    const double clones = static_cast<double>(users_ - 1) * std::exp(-epsilon0_.approximate());
    const double variance = 4 * lead * lead / (clones + 1);
    return RoughLoss{{-variance / 2, variance / 2}, {variance, variance}};
  });
}

CloneWindow ShuffledClones::window(double depth) const {
  const double q = std::exp(-epsilon0_.approximate()), n = static_cast<double>(users_ - 1);
  const double lift = depth * kLn2;
  const double reach = std::sqrt(2 * lift * n * q * (1 - q)) + lift / 3 + 4;
  return {std::max(0L, saturated(n * q - reach)), std::min(users_ - 1, saturated(n * q + reach))};
}

// BOUND(SHUFFLED-CLONES)
// Statement.  Let R be a local randomizer with R(x) <= e^epsilon0 R(x') for all x, x'. Let n users answer by R, one
//             of whom has x0 (P) or x1 (Q). The shuffled answers are dominated by the pair of (A+D, C-A+1-D), where C
//             has the law Bin(n-1, e^-epsilon0), A the law Bin(C, 1/2), and D is one with probability flip (P) or
//             keep (Q). Given C = c and N = c+1, the loss at A+D = x is above t if and only if x > N s, where
//
//                 s = (e^t keep - flip)/((keep - flip)(1 + e^t)).
//
//             If c outside a window is omitted, the error is at most the mass of these c.
// Needs.      The mass of the numbers of clones beyond the window: BINOMIAL-TAIL.
// Proof.      Let Q0 = (keep R(x0) - flip R(x1))/(keep - flip), and let Q1 be the same with x0 and x1 exchanged. They
//             are laws, because R(x0) >= e^-epsilon0 R(x1). R(x0) = keep Q0 + flip Q1, R(x1) = flip Q0 + keep Q1, and
//             R(x0) + R(x1) = Q0 + Q1. With q = e^-epsilon0, R(x) - (q/2) (R(x0) + R(x1)) >= 0 for every x. So each
//             other user answers by Q0 or by Q1 with probability q/2 each, and otherwise by another law. The shuffled
//             answers are a function of how many answers are of Q0 and how many of Q1: draw these answers, add those
//             of the other laws, and shuffle. Given c, the masses are keep B(x) + flip B(x-1) under P and with keep
//             and flip exchanged under Q, B of Bin(c, 1/2), and B(x-1)/B(x) = x/(N-x). So e^L = (keep x + flip
//             (N-x))/(flip x + keep (N-x)).
// Source.     Feldman, McMillan, Talwar 2012.12803, Theorem 3.1.
WindowTails ShuffledClones::inside(const CloneWindow& window, const Real& t, Bits p) const {
  const RandomizedBit answer = RandomizedBit::of(epsilon0_, p);
  const ShareFloors threshold(share_above(t, answer));
  for (const long c : {window.first, window.last}) {
    const auto low = threshold.floor_of(c + 1);
    if (!low || *low < 0 || *low > c) return WindowTails::unknown(p);
  }
  bool decided = true;
  const auto up = [&](long c) {
    const auto low = threshold.floor_of(c + 1);
    decided = decided && low.has_value();
    return low.value_or(0) + 1;
  };
  const Ball q = exp(-Ball(epsilon0_, p));
  const Binomial clones{users_ - 1, q, -expm1(-Ball(epsilon0_, p))};
  const TwoSums above = sums(clones, window, answer, up);
  const TwoSums below = sums(clones, window, answer, [&](long c) { return c + 2 - up(c); });
  if (!decided) return WindowTails::unknown(p);
  const Ball outside =
      bound<"SHUFFLED-CLONES">(Ball::zero_to(UpperBound::of(clones.bound_at_most(window.first - 1) +
                                                            clones.bound_at_least(window.last + 1)),
                                             p));
  return {{above.flip, below.keep, above.keep, below.flip}, outside};
}

LossTails ShuffledClones::tails_within(const CloneWindow& window, const Real& t, Bits p) const {
  return inside(window, t, p).all();
}

std::optional<LossTails> ShuffledClones::by_table(const Real& t, Bits p) const {
  constexpr int kEnough = 12;
  constexpr long kMostBits = 160;
  constexpr double kDepth = 160;
  if (p.n > kMostBits) return std::nullopt;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (asked_ < kEnough && ++asked_ < kEnough) return std::nullopt;
    if (!table_) table_ = CloneTable::make(epsilon0_, users_, window(kDepth));
    if (*table_ == nullptr) return std::nullopt;
  }
  const auto found = (*table_)->above(share_above(t, RandomizedBit::of(epsilon0_, p + 64)));
  return found ? std::optional(found->all()) : std::nullopt;
}

LossTails ShuffledClones::tails(const Real& t, Bits asked) const {
  constexpr long kMostClones = 20000000;
  const Ball zero(asked), one = Ball::integer(1, asked);
  const Ball at = t(asked), end(epsilon0_, asked);
  if (certainly_at_most(end, at)) return {zero, one, zero, one};
  if (certainly_less(at, -end)) return {one, zero, one, zero};
  if (const auto known = by_table(t, asked)) return *known;
  return deep_tails(asked, [&](double depth, Bits work) {
    const CloneWindow reach = window(depth);
    if (reach.last - reach.first > kMostClones) return WindowTails::unknown(work);
    return inside(reach, t, work);
  });
}

MechanismEntry shuffled_clones_entry() {
  return {.name = "shuffled_clones",
          .required = {"epsilon0", "n"},
          .optional = {},
          .summary = "n users of any epsilon0-local randomizer, shuffled: an upper bound (clones)",
          .make = make_shuffled_clones,
          .order = order_of_shuffled_clones,
          .draw = draw_shuffled_clones,
          .symmetric = always_symmetric,
          .replaces_record = true,
          .whole = {"n"},
          .facts = clones_facts()};
}

}  // namespace plumbline
