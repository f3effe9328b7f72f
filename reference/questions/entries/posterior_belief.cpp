#include "reference/quantities/tradeoff/membership.hpp"
#include "reference/questions/entries/entries.hpp"
#include "reference/values/extended.hpp"

namespace plumbline {

Quantity posterior_belief_entry() {
  return {.name = "posterior_belief",
          .summary = "largest posterior probability of membership over all outputs",
          .arguments = {{.name = "prior", .domain = Domain::level}},
          .compute = [](PrivacyProfile& profile, const Real& at, const Effort& effort) -> Extended {
            return posterior_belief(profile, at.as_rational(), effort);
          },
          .of_profile = true,
          .probability = true,
          .dangerous = DangerousSide::below,
          .certificate = CertificateEntry{},
          .words = {.meaning =
                        "The smallest bound on the probability that any output gives to one of two "
                        "neighbouring data sets, for an attacker who thinks the other one likely "
                        "with probability {}",
                    .example = " --prior 0.5 --direction reverse"},
          .claims = ClaimEntry{}};
}

}  // namespace plumbline
