#include "reference/arithmetic/running/effort.hpp"
#include "reference/quantities/privacy_profile.hpp"
#include "reference/quantities/quantities.hpp"
#include "reference/values/mint.hpp"

namespace plumbline {

Certified delta(PrivacyProfile& profile, const Real& epsilon, const Effort& effort) {
  const Enclosure e = profile.delta(epsilon, effort);
  return within(certified(e, profile.engine_name(), effort.digits), Rational(0), Rational(1));
}

Certified total_variation(PrivacyProfile& profile, const Effort& effort) {
  return delta(profile, Rational(0), effort);
}

}  // namespace plumbline
