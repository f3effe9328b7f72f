#include "reference/quantities/selection/noisy_choice.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "reference/arithmetic/bound.hpp"
#include "reference/quantities/quantities.hpp"
#include "reference/quantities/selection/bound_root.hpp"
#include "reference/quantities/selection/rank_weights.hpp"
#include "reference/values/mint.hpp"

// NOISY-OUTCOME: mechanisms for which every single outcome satisfies the two inequalities with D (see NoisyChoice). Let
// M(d) be the pair of a noise Z and of Z + d (equivalently, of Z - d and Z), and D the larger profile of a product of
// such pairs; M(d)^k is a product of k equal pairs. Each item states the mechanism, the product for D, and the number
// of outcomes. The score functions change by at most s between neighbours; "in one direction" means that all scores
// change with the same sign.
//
// (a) The index of the largest of m scores with independent noise: M(2s), m outcomes. In one direction: M(s).
// (b) The set of the k largest: M(2s)^k, binomial(m, k) outcomes. In one direction: M(s)^k.
// (c) The index of the first of m scores, each with its own noise, that is above a noisy threshold, or "none": the
// product of M(s) for the threshold and M(2s) for a score; m + 1 outcomes. In one direction: M(s) M(s). If the
// mechanism continues until c scores are above the same noisy threshold: the pair of a score to the power of c, and as
// many outcomes as there are sets of at most c scores.
//
// Proof. (b) Fix the other noises, and the order that decides ties. Let T be the largest of the other noisy scores.
// The set S is chosen if all of q_i + Z_i, i in S, are above T (or at least T, according to the order of ties): all
// Z_i > T - q_i. At a neighbour T' <= T + s and q'_i >= q_i - s, so that S is certainly chosen if all Z_i - 2s > T -
// q_i. (In one direction: T' <= T + s and q'_i >= q_i, or T' <= T and q'_i >= q_i - s.) Hence, given the others, p =
// Pr[A] and p' >= Pr'[A] for one event A of (Z_i), i in S, and their pair M(2s)^k, so that p - e^t p' <= D(t). The
// mean over the others preserves this inequality. (a) is the case k = 1.
// (c) Let the answer be: above for i in S, below for the other queried scores. Fix the noises N_j of the scores
// below, and let R be the noise of the threshold. The answer occurs if R > max_j q_j + N_j - T =: b and, for i in S,
// N_i > T + R - q_i. A neighbour certainly gives the same answer if R' := R - s and N'_i := N_i - 2s satisfy R' > b
// and N'_i > T + R' - q_i: then q'_j + N_j <= q_j + s + N_j < T + R, and q'_i + N_i >= q_i - s + N'_i + 2s > T + R.
// (If all scores increase: q'_i >= q_i, and N_i - s suffices; if all decrease: R itself and N_i - s.) So again p' is
// at least the probability of one event A of shifted noises. With fewer than c scores above, or fewer noises, D
// belongs to a product with more independent pairs and is larger. Scores may depend on earlier answers.

namespace plumbline {
namespace {

/// Returns the integer n, below 2^53, as an exact ball.
Ball whole(double n, Bits p) { return Ball::from_binary64(n, p); }

double read_outcomes(const Rational& outcomes) {
  if (!outcomes.is_integer() || outcomes < Rational(2) || outcomes > power_of_ten(15)) {
    throw std::invalid_argument("outcomes must be an integer from 2 to 1e15, got " +
                                outcomes.text());
  }
  return outcomes.approximate();
}

}  // namespace

NoisyChoice::NoisyChoice(const PrivacyProfile& noise, const Rational& outcomes,
                         const Effort& effort)
    : profile_(noise.in(Direction::worst)),
      outcomes_(read_outcomes(outcomes)),
      effort_(effort),
      bits_(bits_for_digits(effort.digits) + 192) {
  const auto mass = profile_.exact_infinite_mass();
  if (mass && mass->is_zero()) largest_loss_ = largest_loss_of(profile_, bits_);
  spread_lines();
}

NoisyChoice::ThresholdLine NoisyChoice::line_at(const Real& t) {
  Effort effort = effort_;
  effort.digits += 2;
  const Ball zero(bits_), odds = exp(t(bits_));
  const Ball delta = max(profile_.delta(t, effort).value.at(bits_), zero);
  const Ball excess = max(profile_.excess(t, effort).value.at(bits_), zero);
  return {odds, delta, excess, odds.approximate(), delta.approximate(), excess.approximate()};
}

const NoisyChoice::ThresholdLine& NoisyChoice::line(double t) {
  const auto found = lines_.find(t);
  if (found != lines_.end()) return found->second;
  return lines_.emplace(t, line_at(Real(Rational::from_binary64(t)))).first->second;
}

/// Adds thresholds from -far to far. `far` is increased, up to a limit, until the finite losses contribute a negligible
/// amount to m D(far). The thresholds are dense around 0; farther out their distances grow in proportion to |t|.
void NoisyChoice::spread_lines() {
  constexpr int kSide = 24;
  constexpr double kLittle = 1e-3, kFarthest = 200, kClose = 1. / 64;
  const double infinite = profile_.infinite_mass(bits_).approximate();
  double far = 1. / 16;
  while (far < kFarthest && outcomes_ * (line(far).near_delta - infinite) > kLittle) far *= 2;
  const double bend = std::asinh(far / kClose / kSide);
  for (int i = -kSide; i <= kSide; ++i) {
    const double share = static_cast<double>(i) / kSide;
    const double t = far * std::sinh(bend * share) / std::sinh(bend);
    base_[t] = &line(t);
  }
}

/// Adds a threshold on each side of t, halfway to its neighbours.
void NoisyChoice::refine(Thresholds& thresholds, double t) {
  const auto at = thresholds.find(t);
  if (at == thresholds.end()) return;
  std::vector<double> more;
  if (at != thresholds.begin()) more.push_back((std::prev(at)->first + t) / 2);
  if (std::next(at) != thresholds.end()) more.push_back((std::next(at)->first + t) / 2);
  for (const double other : more) thresholds[other] = &line(other);
}

// BOUND(NOISY-CHOICE)
// Statement.  Let a mechanism have at most m outcomes. For neighbours, in each order, let each single outcome satisfy
//             p_i - e^t p'_i <= D(t) for all real t. An event E of k outcomes, 1 <= k < m, satisfies for all real t
//
//                 p(E) - e^t p'(E) <= c_k(t) = min(1, k D(t), D(t) + (m - k - 1) (D(t) - 1 + e^t)).
//
//             Hence p(E) - e^epsilon p'(E) <= L c_k(s) + (1 - L) c_k(t) for all s <= epsilon <= t with e^epsilon = L
//             e^s + (1 - L) e^t, and p(E) - e^epsilon p'(E) <= c_k(s) for all s <= epsilon. The hockey-stick
//             divergence at epsilon >= 0 is at most the largest over k of the smallest of these. For all k from a to
//             b, k may be replaced by b in k D(t), and m - k by m - a.
// Needs.      D(-t) = 1 - e^-t + e^-t D(t): D is the larger profile of a pair. If s = -infinity, e^s = 0 and c_k(s) is
//             replaced by 1.
// Proof.      The first bound, k D(t), is the sum over E. The other bound applies the sum to the r = m - k outcomes
//             outside E, in the other order of the neighbours: 1 - p'(E) - e^-t (1 - p(E)) <= r D(-t). Times e^t it
//             is p(E) - e^t p'(E) <= 1 - e^t + r e^t D(-t), and e^t D(-t) = D(t) - 1 + e^t. The two inequalities at s
//             and t, with weights L and 1 - L, sum to the inequality at epsilon, and p(E) - e^epsilon p'(E) does not
//             increase in epsilon. The empty event and the event of all outcomes have at most 1 - e^epsilon <= 0.
// Source.     This project's. Bounds of the form m delta(epsilon) are known for noisy maxima (Zhu and Wang 2022, for
//             Renyi divergences; Koskela, Redberg and Wang, ICML 2024).
double NoisyChoice::limit(const ThresholdLine& line, double first, double last) const {
  return std::min(
      {1.0, last * line.near_delta, line.near_delta + (outcomes_ - first - 1) * line.near_excess});
}

Ball NoisyChoice::certain_limit(const ThresholdLine& line, double first, double last) const {
  const Ball sum = whole(last, bits_) * line.delta;
  const Ball rest = line.delta + whole(outcomes_ - first - 1, bits_) * line.excess;
  return min(Ball::integer(1, bits_), min(sum, rest));
}

bool NoisyChoice::beyond_losses(const Ball& epsilon) const {
  return largest_loss_ && certainly_at_most(*largest_loss_, epsilon);
}

/// Adds thresholds on both sides of the best ones until the relative change of the result is less than 1e-7.
NoisyChoice::Thresholds NoisyChoice::thresholds_for(const ThresholdLine& here) {
  constexpr int kRounds = 14, kAtLeast = 5;
  constexpr double kGain = 1 - 1e-7;
  Thresholds out = base_;
  double before = 0;
  for (int i = 0; i < kRounds; ++i) {
    const Cell best = search(here, out).front();
    if (best.left == best.right || (i > kAtLeast && best.value > before * kGain)) break;
    before = best.value;
    refine(out, best.left);
    refine(out, best.right);
  }
  return out;
}

Ball NoisyChoice::bound(const Real& epsilon) {
  if (beyond_losses(epsilon(bits_))) return Ball(bits_);
  const ThresholdLine here = line_at(epsilon);
  Ball out(bits_);
  for (const Cell& cell : search(here, thresholds_for(here))) out = max(out, certify(cell, here));
  return bound_number<"NOISY-CHOICE">(out);
}

SelectedValue NoisyChoice::delta(const Real& epsilon) {
  require_nonnegative(epsilon);
  const Ball most = bound(epsilon);
  Ball least = max(profile_.delta(epsilon, effort_).value.at(bits_), Ball(bits_));
  if (outcomes_ > 2 && !beyond_losses(epsilon(bits_))) {
    const auto [x, y] = good_event(epsilon);
    const Ball gain = x - exp(epsilon(bits_)) * y;
    if (gain.is_finite() && certainly_at_most(y, x)) least = max(least, gain);
  }
  const std::string engine = profile_.engine_name();
  return {limited(certified({most, {}}, engine, effort_.digits, true), Rational(0), Rational(1)),
          limited(certified({least, {}}, engine, effort_.digits, true), Rational(0), Rational(1))};
}

SelectedValue NoisyChoice::epsilon(const Rational& delta) {
  require_delta(delta);
  const std::string engine = profile_.engine_name();
  const auto value = [&](const Ball& x) {
    return limited(certified({x, {}}, engine, effort_.digits, true), Rational(0));
  };
  if (certainly_less(Ball(delta, bits_), profile_.infinite_mass(bits_)) ||
      (delta.is_zero() && !largest_loss_)) {
    const auto none = Extended::infinity(
        "no finite epsilon has delta(epsilon) <= " + delta.text() +
        ": the losses of the noise are infinite or have no known bound; request a larger delta");
    return {none, none};
  }
  // For every number of outcomes, delta(epsilon) is positive if epsilon is below the largest loss, and 0 otherwise.
  if (delta.is_zero()) return {value(*largest_loss_), value(*largest_loss_)};
  const auto root =
      bound_root([&](const Ball& at) { return bound(Real::exactly(at)); }, delta, effort_, bits_);
  Ball most = root.value_or(largest_loss_.value_or(Ball::indeterminate(bits_)));
  if (root && largest_loss_) most = min(most, *largest_loss_);
  return {value(most), value(root ? attained_epsilon(delta, *root) : Ball(bits_))};
}

SelectedValue NoisyChoice::renyi(const Rational&) {
  throw std::invalid_argument(
      "no bound is known for the Renyi divergence of a noisy choice; request delta or epsilon");
}

}  // namespace plumbline
