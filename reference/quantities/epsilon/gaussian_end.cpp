#include "reference/quantities/epsilon/gaussian_end.hpp"

#include <algorithm>
#include <vector>

#include "reference/engines/gaussian_above.hpp"

namespace plumbline {
namespace {

/// Returns the directions over which delta is maximised: false stands for the pair, true for the reversed pair.
std::vector<bool> sides_of(Direction direction) {
  if (direction == Direction::worst) return {false, true};
  return {direction == Direction::reverse};
}

bool has_infinite_losses(const PrivacyProfile& profile) {
  const auto is_finite = [&](Direction one) {
    const auto mass = profile.in(one).exact_infinite_mass();
    return mass && mass->is_zero();
  };
  return !is_finite(Direction::forward) || !is_finite(Direction::reverse);
}

}  // namespace

std::optional<double> end_by_gaussian_pair(const PrivacyProfile& profile, const Rational& D) {
  constexpr int kDoublings = 200, kHalvings = 10;
  constexpr Bits kBits{64};
  if (has_infinite_losses(profile)) return std::nullopt;
  const GaussianAbove bound(profile.composition());
  const std::vector<bool> sides = sides_of(profile.direction());
  const auto is_enough = [&](double epsilon) {
    const Real at(Rational::from_binary64(epsilon));
    return std::all_of(sides.begin(), sides.end(), [&](bool reverse) {
      const auto most = bound.above(at, reverse, kBits);
      return most && certainly_at_most(*most, Ball(D, kBits));
    });
  };
  double low = 0, high = 1;
  for (int i = 0; i < kDoublings && !is_enough(high); ++i) {
    low = high;
    high *= 2;
  }
  if (!is_enough(high)) return std::nullopt;
  for (int i = 0; i < kHalvings; ++i) {
    const double middle = low + (high - low) / 2;
    (is_enough(middle) ? high : low) = middle;
  }
  return high;
}

}  // namespace plumbline
