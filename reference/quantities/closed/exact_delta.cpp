#include "reference/quantities/closed/exact_delta.hpp"

#include "reference/values/mint.hpp"

namespace plumbline {
namespace {

/// Returns delta(epsilon) if no finite loss exceeds epsilon: it is then Q(S = +inf), where S is the privacy loss. In
/// the worst direction returns the maximum of both directions. Returns nothing if a finite loss may exceed epsilon, or
/// if the mass is not known exactly.
std::optional<Rational> mass_beyond(PrivacyProfile& profile, const Rational& epsilon) {
  if (profile.direction() == Direction::worst) {
    PrivacyProfile forward = profile.in(Direction::forward);
    PrivacyProfile reverse = profile.in(Direction::reverse);
    const auto a = mass_beyond(forward, epsilon), b = mass_beyond(reverse, epsilon);
    if (!a || !b) return std::nullopt;
    return *a < *b ? b : a;
  }
  const auto largest = profile.largest_finite_loss();
  if (!largest || !largest->rational() || epsilon < *largest->rational()) return std::nullopt;
  return profile.exact_infinite_mass();
}

}  // namespace

std::optional<ExactDelta> exact_delta(PrivacyProfile& profile, const Rational& epsilon,
                                      int digits) {
  const auto mass = mass_beyond(profile, epsilon);
  if (!mass) return std::nullopt;
  const Ball value(*mass, bits_for_digits(digits) + 64);
  return ExactDelta{certified({value, {}}, "exact", digits), *mass};
}

}  // namespace plumbline
