#include "reference/quantities/tradeoff/membership.hpp"
#include "reference/questions/entries/entries.hpp"
#include "reference/values/extended.hpp"

namespace plumbline {

Quantity posterior_entry() {
  return {
      .name = "posterior",
      .summary = "success 1 - R(prior) of the Bayes-optimal membership decision",
      .arguments = {{.name = "prior", .domain = Domain::level}},
      .compute = [](PrivacyProfile& profile, const Real& at, const Effort& effort) -> Extended {
        return posterior(profile, at.as_rational(), effort);
      },
      .of_profile = true,
      .probability = true,
      .reading = Reading::success,
      .dangerous = DangerousSide::below,
      .certificate = CertificateEntry{},
      .words = {.meaning =
                    "The largest probability with which any attacker tells two neighbouring "
                    "data sets apart rightly, thinking the first one (without the record, where "
                    "one is added or removed) likely with probability {}",
                .example = " --prior 1/3"},
      .claims = ClaimEntry{}};
}

}  // namespace plumbline
