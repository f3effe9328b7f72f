#include "reference/arithmetic/running/effort.hpp"
#include "reference/quantities/privacy_profile.hpp"
#include "reference/quantities/quantities.hpp"
#include "reference/questions/entries/entries.hpp"
#include "reference/values/extended.hpp"

namespace plumbline {

Quantity rero_entry() {
  return {.name = "rero",
          .summary = "reconstruction robustness bound gamma(kappa), forward pair",
          .arguments = {{.name = "kappa", .domain = Domain::level}},
          .directions = Directions::forward,
          .usual = Direction::forward,
          .compute = [](PrivacyProfile& profile, const Real& at, const Effort& effort) -> Extended {
            return reconstruction(profile, at.as_rational(), effort);
          },
          .of_profile = true,
          .probability = true,
          .reading = Reading::power,
          .dangerous = DangerousSide::below,
          .certificate = CertificateEntry{},
          .words = {.meaning = "The largest probability of reconstructing a record that blind "
                               "guessing hits with probability {}",
                    .example = " --kappa 1e-7 1e-3 0.1"},
          .claims = ClaimEntry{}};
}

}  // namespace plumbline
