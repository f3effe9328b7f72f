#include "reference/quantities/tradeoff/membership.hpp"
#include "reference/questions/entries/entries.hpp"
#include "reference/values/extended.hpp"

namespace plumbline {

Quantity tradeoff_inverse_entry() {
  return {.name = "tradeoff_inverse",
          .summary = "inverse f^-1(beta): smallest type I error at type II error beta",
          .arguments = {{.name = "beta", .domain = Domain::level}},
          .compute = [](PrivacyProfile& profile, const Real& at, const Effort& effort) -> Extended {
            return tradeoff_inverse(profile, at.as_rational(), effort);
          },
          .of_profile = true,
          .probability = true,
          .reading = Reading::type_one,
          .dangerous = DangerousSide::above,
          .certificate = CertificateEntry{},
          .words = {.meaning = "The smallest type I error (false alarms) of any attacker with type "
                               "II error (misses) {}",
                    .example = " --beta 0.05 0.5"},
          .claims = ClaimEntry{}};
}

}  // namespace plumbline
