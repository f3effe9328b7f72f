#include "reference/quantities/calibration/calibration_exact.hpp"

#include <algorithm>

#include "reference/arithmetic/constants.hpp"
#include "reference/composition/infinite_losses.hpp"
#include "reference/mechanisms/mechanism_entry.hpp"

namespace plumbline {
namespace {

/// One factor: dQ/dP and the mass under P of each finite loss, and the total masses of all finite losses.
struct Step {
  std::vector<std::pair<Rational, Rational>> outcomes;  // dQ/dP, P-mass
  Rational P_finite{1}, Q_finite{1};
};

std::optional<Step> step_of(const Mechanism& mechanism) {
  Step out;
  const DominatingPair* pair = mechanism.get();
  const auto infinite = pair->offer<InfiniteLosses>();
  if (infinite) {
    if (!infinite->P_finite.rational() || !infinite->Q_finite.rational()) return std::nullopt;
    out.P_finite = *infinite->P_finite.rational();
    out.Q_finite = *infinite->Q_finite.rational();
    pair = infinite->conditional.get();
  }
  if (pair == nullptr) return out;  // the loss is never finite
  if (pair->atoms() == nullptr) return std::nullopt;
  for (const LossAtom& atom : *pair->atoms()) {
    const auto ratio = rational_exponential(atom.loss);
    if (!ratio || !atom.mass.rational()) return std::nullopt;
    out.outcomes.emplace_back(*ratio * out.Q_finite / out.P_finite,
                              *atom.mass.rational() * out.P_finite);
  }
  return out;
}

/// Returns true if certainly x <= y.
bool at_most(const Real& x, const Real& y) {
  if (x.rational() && y.rational()) return *x.rational() <= *y.rational();
  const Bits p{512};
  return certainly_at_most(x(p), y(p));
}

/// Returns the mass of infinite loss if it is rational and no finite loss exceeds t; it then equals delta(t). Otherwise
/// returns nothing.
std::optional<Rational> delta_beyond_losses(const FiniteLosses& losses, const Real& t,
                                            bool reverse) {
  const auto finite = reverse ? losses.exact_P_finite() : losses.exact_Q_finite();
  if (!finite) return std::nullopt;
  if (losses.conditional) {
    const auto end =
        reverse ? losses.conditional->smallest_loss() : losses.conditional->largest_loss();
    if (!end) return std::nullopt;
    const Real largest = reverse ? -(*end + losses.shift()) : *end + losses.shift();
    if (!at_most(largest, t)) return std::nullopt;
  }
  return kOne - *finite;
}

/// Returns the parameter eta if the composition is one run of total_variation_dp. The total variation is eta: it is
/// delta + (1-delta) P(|L| = eps) (e^eps-1)/(e^eps+1), where P(|L| = eps) = (eta-delta)/(1-delta) (e^eps+1)/(e^eps-1).
std::optional<Rational> written_total_variation(const Composition& composition) {
  if (!composition.single()) return std::nullopt;
  const std::vector<WrittenFactor> factors =
      read_open_expression(composition.factors()[0].mechanism->expression());
  const auto guarantee = factors.front().entry->guarantee;
  if (factors.size() != 1 || guarantee == nullptr) return std::nullopt;
  return guarantee(factors.front().parameters).total_variation;
}

/// Returns delta(t) if it is known to be rational.
std::optional<Rational> exact_delta(const Composition& composition, const Real& t,
                                    Direction direction) {
  const auto x = rational_exponential(t);
  if (x) {
    if (const auto pair = ExactPair::of(composition)) return pair->delta(*x, direction);
    if (*x == kOne) {
      if (const auto eta = written_total_variation(composition)) return eta;
    }
  }
  const FiniteLosses losses = finite_losses(composition);
  const auto forward = delta_beyond_losses(losses, t, false),
             reverse = delta_beyond_losses(losses, t, true);
  if (direction == Direction::forward) return forward;
  if (direction == Direction::reverse) return reverse;
  return forward && reverse ? std::optional(std::max(*forward, *reverse)) : std::nullopt;
}

TargetStanding standing(bool met) { return met ? TargetStanding::met : TargetStanding::missed; }

}  // namespace

std::optional<ExactPair> ExactPair::of(const Composition& composition) {
  constexpr size_t kMostOutcomes = 2048;
  constexpr long kMostSteps = 256;
  if (composition.steps() > Rational(kMostSteps)) return std::nullopt;
  ExactPair out;
  out.masses_ = {{kOne, kOne}};
  Rational P_finite(1), Q_finite(1);
  for (const Factor& factor : composition.factors()) {
    const auto step = step_of(factor.mechanism);
    if (!step) return std::nullopt;
    for (Rational n(0); n < factor.count; n = n + kOne) {
      std::map<Rational, Rational> next;
      for (const auto& [ratio, mass] : out.masses_) {
        for (const auto& [more, share] : step->outcomes) {
          Rational& sum = next[ratio * more];
          sum = sum + mass * share;
        }
      }
      if (next.size() > kMostOutcomes) return std::nullopt;
      out.masses_ = std::move(next);
      P_finite = P_finite * step->P_finite;
      Q_finite = Q_finite * step->Q_finite;
    }
  }
  out.P_infinite_ = kOne - P_finite;
  out.Q_infinite_ = kOne - Q_finite;
  return out;
}

Rational ExactPair::delta(const Rational& x, Direction direction) const {
  if (direction == Direction::worst) {
    return std::max(delta(x, Direction::forward), delta(x, Direction::reverse));
  }
  const bool forward = direction == Direction::forward;
  Rational sum = forward ? Q_infinite_ : P_infinite_;
  for (const auto& [ratio, mass] : masses_) {
    const Rational excess = forward ? ratio - x : kOne - x * ratio;
    if (excess.sign() > 0) sum = sum + mass * excess;
  }
  return sum;
}

bool ExactPair::symmetric() const {
  if (!(P_infinite_ == Q_infinite_)) return false;
  return std::all_of(masses_.begin(), masses_.end(), [&](const auto& point) {
    const auto mirrored = masses_.find(kOne / point.first);
    return mirrored != masses_.end() && mirrored->second == point.first * point.second;
  });
}

/// Returns the vertices of the forward trade-off function, from (0, f(0)) to (1, 0): by Neyman and Pearson the tests
/// reject outcomes in the order of dQ/dP, the largest first.
ExactPair::Curve ExactPair::vertices() const {
  Curve out;
  Rational a(0), b = kOne - Q_infinite_;
  out.emplace_back(a, b);
  for (auto at = masses_.rbegin(); at != masses_.rend(); ++at) {
    a = a + at->second;
    b = b - at->second * at->first;
    out.emplace_back(a, b);
  }
  out.emplace_back(kOne, kZero);
  return out;
}

Rational ExactPair::tradeoff(const Rational& alpha, Direction direction) const {
  Curve points;
  const Curve forward = vertices();
  if (direction != Direction::reverse) points = forward;
  if (direction != Direction::forward) {
    // The f of the reversed pair is the inverse function. The f of the worst direction is the largest convex function
    // below both: the lower convex hull of all these points.
    for (const auto& [a, b] : forward) points.emplace_back(b, a);
    points.emplace_back(kOne, kZero);
  }
  std::sort(points.begin(), points.end());
  Curve hull;
  for (const auto& c : points) {
    if (!hull.empty() && hull.back().first == c.first) continue;  // c is above hull.back()
    while (hull.size() > 1) {
      const auto &a = hull[hull.size() - 2], &b = hull.back();
      const Rational turn =
          (b.first - a.first) * (c.second - a.second) - (b.second - a.second) * (c.first - a.first);
      if (turn.sign() > 0) break;
      hull.pop_back();
    }
    hull.push_back(c);
  }
  for (size_t i = 1; i < hull.size(); ++i) {
    const auto& [a, fa] = hull[i - 1];
    const auto& [b, fb] = hull[i];
    if (alpha <= b) return fa + (fb - fa) * (alpha - a) / (b - a);
  }
  return hull.back().second;
}

TargetStanding exact_standing(const PrivacyTarget& target, Direction direction,
                              const Composition& composition) {
  using Measure = PrivacyTarget::Measure;
  const auto at_most_bound = [&](const Real& t, const Rational& bound) {
    const auto delta = exact_delta(composition, t, direction);
    return delta ? standing(*delta <= bound) : TargetStanding::undecided;
  };
  switch (target.kind) {
    case Measure::delta:
      return at_most_bound(target.at, target.bound);
    case Measure::advantage:
      return at_most_bound(Real(kZero), target.bound);
    case Measure::bayes: {
      // R(pi) = (1-pi)(1 - delta(log(pi/(1-pi)))), as in bayes_error().
      const Rational& prior = target.at.as_rational();
      const Rational odds = prior / (kOne - prior);
      const Real t = odds == kOne ? Real(kZero) : Real(LogLinear{kZero, {{odds, kOne}}});
      return at_most_bound(t, kOne - target.bound / (kOne - prior));
    }
    case Measure::reconstruction:
    case Measure::type_two: {
      const auto pair = ExactPair::of(composition);
      if (!pair) return TargetStanding::undecided;
      const bool one_minus_f = target.kind == Measure::reconstruction;
      const Rational f =
          pair->tradeoff(target.at.as_rational(), one_minus_f ? Direction::forward : direction);
      return standing(one_minus_f ? kOne - f <= target.bound : f >= target.bound);
    }
    case Measure::gaussian:
      return TargetStanding::undecided;
  }
  return TargetStanding::undecided;
}

}  // namespace plumbline
