#include "reference/quantities/mint.hpp"
#include "reference/quantities/quantities.hpp"

namespace plumbline {

Certified delta(PrivacyProfile& profile, const Real& epsilon, const Effort& effort) {
  const Enclosure e = profile.delta(epsilon, effort);
  return within(certified(e, profile.engine_name(), effort.digits), Rational(0), Rational(1));
}

Certified total_variation(PrivacyProfile& profile, const Effort& effort) {
  return delta(profile, Rational(0), effort);
}

}  // namespace plumbline
