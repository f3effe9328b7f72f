/// Computes the deltas of a region as rationals, if the parameters of the steps are rational.
#include <map>

#include "reference/arithmetic/constants.hpp"
#include "reference/regions/composed_tv.hpp"
#include "reference/regions/tv_law.hpp"

namespace plumbline {

std::optional<std::vector<Rational>> ComposedTv::exact_region(const Poll& poll) const {
  for (const TvSteps& one : steps_) {
    if (!one.exact_ratio() || !one.exact_alpha() || !one.delta.rational()) return std::nullopt;
  }
  return steps_.size() == 1 ? exact_one_kind(poll) : exact_listed(poll);
}

std::vector<Rational> ComposedTv::exact_one_kind(const Poll& poll) const {
  const TvSteps& one = steps_.front();
  const Rational E = *one.exact_ratio(), alpha = *one.exact_alpha();
  const Rational finite = power(kOne - *one.delta.rational(), one.count);
  std::vector<Rational> out(static_cast<size_t>(reach()) + 1, kOne - finite);
  if (one.still()) return out;
  const Rational x = kOne / E, u = (kOne - alpha) / (kOne + x);
  LawWalk<Rational> walk(one.count, power(u, one.count), alpha / u, x, kZero);
  Suffix<Rational> sums{x, kOne - x, E, kZero, kZero, kZero, power(x, reach())};
  for (long j = reach(); j > 0; --j) {
    poll();
    sums.down(walk.mass());
    walk.down();
    out[static_cast<size_t>(j) - 1] = kOne - finite * (kOne - sums.delta);
  }
  return out;
}

namespace {

using ExactLaw = std::map<Rational, Rational>;  // values of e^S with their Q-masses

/// Returns the law after one more step, whose losses log(E), 0, -log(E) have the Q-masses u, alpha, v.
ExactLaw with_step(const ExactLaw& law, const Rational& E, const Rational& alpha,
                   const Poll& poll) {
  const Rational u = (kOne - alpha) * E / (kOne + E), v = (kOne - alpha) / (kOne + E);
  ExactLaw next;
  const auto add = [&next](const Rational& ratio, const Rational& mass) {
    const auto [at, added] = next.try_emplace(ratio, mass);
    if (!added) at->second = at->second + mass;
  };
  for (const auto& [ratio, mass] : law) {
    poll();
    add(ratio * E, mass * u);
    add(ratio, mass * alpha);
    add(ratio / E, mass * v);
  }
  return next;
}

/// Returns the distribution conditioned on finite losses; nothing if there are too many losses.
std::optional<ExactLaw> exact_law(const std::vector<TvSteps>& steps, const Poll& poll) {
  constexpr size_t kMostOutcomes = 4096;
  ExactLaw law{{kOne, kOne}};
  for (const TvSteps& one : steps) {
    for (long step = 0; step < one.count; ++step) {
      law = with_step(law, *one.exact_ratio(), *one.exact_alpha(), poll);
      if (law.size() > kMostOutcomes) return std::nullopt;
    }
  }
  return law;
}

/// Returns the delta of the composition at each kink E (a value of e^epsilon); the kinks are in increasing order. This
/// delta is 1 - finite (1 - d), where d is the sum of q (1 - E/e^S) over the losses S with e^S > E, and q is the Q-mass
/// of S.
std::vector<Rational> deltas_at(const std::vector<Rational>& kinks, const ExactLaw& law,
                                const Rational& finite, const Poll& poll) {
  std::vector<Rational> out(kinks.size(), kZero);
  Rational Q(0), P(0);
  auto above = law.rbegin();
  for (size_t j = kinks.size(); j-- > 0;) {
    poll();
    for (; above != law.rend() && above->first > kinks[j]; ++above) {
      Q = Q + above->second;
      P = P + above->second / above->first;
    }
    out[j] = kOne - finite * (kOne - (Q - kinks[j] * P));
  }
  return out;
}

}  // namespace

std::optional<std::vector<Rational>> ComposedTv::exact_listed(const Poll& poll) const {
  const auto law = exact_law(steps_, poll);
  if (!law) return std::nullopt;
  Rational finite = kOne;
  for (const TvSteps& one : steps_) {
    finite = finite * power(kOne - *one.delta.rational(), one.count);
  }
  std::vector<Rational> kinks;
  if (reach() == 0) {
    kinks.push_back(kOne);
  } else if (lattice_) {
    const auto root = TvSteps{lattice_->unit, Real(kZero), std::nullopt, 1}.exact_ratio();
    for (long j = 0; j <= reach(); ++j) kinks.push_back(power(*root, j));
  } else {
    for (const auto& [ratio, mass] : *law) {
      if (ratio >= kOne) kinks.push_back(ratio);
    }
    // If the numbers of kinks differ, balls could not separate some atoms, and the indices would not match.
    if (kinks.size() != static_cast<size_t>(reach()) + 1) return std::nullopt;
  }
  return deltas_at(kinks, *law, finite, poll);
}

}  // namespace plumbline
