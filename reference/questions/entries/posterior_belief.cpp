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
                        "The largest probability that an output can give to the second of two "
                        "neighbouring data sets (with the record, where one is added or removed), "
                        "for an attacker who thinks the first one likely with probability {}",
                    .example = " --prior 0.5 --direction reverse"},
          .claims = ClaimEntry{}};
}

}  // namespace plumbline
