#include "reference/quantities/tradeoff/membership.hpp"
#include "reference/questions/entries/entries.hpp"
#include "reference/values/extended.hpp"

namespace plumbline {

Quantity power_entry() {
  return {.name = "power",
          .summary = "largest power 1 - f(alpha) of a test at level alpha",
          .arguments = {{.name = "alpha", .domain = Domain::level}},
          .compute = [](PrivacyProfile& profile, const Real& at, const Effort& effort) -> Extended {
            return power(profile, at.as_rational(), effort);
          },
          .of_profile = true,
          .probability = true,
          .reading = Reading::power,
          .dangerous = DangerousSide::below,
          .certificate = CertificateEntry{},
          .words = {.meaning =
                        "The largest true positive rate of any attack that tells two neighbouring "
                        "data sets apart with a false positive rate of at most {}",
                    .example = " --alpha 1e-3 --direction reverse"},
          .claims = ClaimEntry{.names = {{"tpr", {{"fpr", "alpha"}}}}}};
}

}  // namespace plumbline
