#include "reference/quantities/closed/exact_delta.hpp"

#include "reference/values/mint.hpp"

namespace plumbline {
namespace {

/// Returns Q(S = +inf), where S is the privacy loss. It is delta(epsilon) if no finite loss exceeds epsilon; in the
/// worst direction the maximum of both directions.
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
