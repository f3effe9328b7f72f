#include "reference/arithmetic/running/effort.hpp"
#include "reference/quantities/privacy_profile.hpp"
#include "reference/quantities/quantities.hpp"
#include "reference/questions/entries/entries.hpp"
#include "reference/values/extended.hpp"

namespace plumbline {

Quantity delta_entry() {
  return {.name = "delta",
          .summary = "privacy profile: smallest delta at epsilon",
          .arguments = {{.name = "epsilon", .any_real = true}},
          .compute = [](PrivacyProfile& profile, const Real& at, const Effort& effort) -> Extended {
            return delta(profile, at, effort);
          },
          .of_profile = true,
          .probability = true,
          .reading = Reading::delta,
          .dangerous = DangerousSide::below,
          .certificate = CertificateEntry{.budget_explains = true},
          .words = {.meaning = "The smallest delta for which the mechanism is (epsilon, "
                               "delta)-differentially private, at epsilon = {}",
                    .by_direction = true,
                    .safe = " So it is ({at}, {upper})-DP.",
                    .example = " --epsilon 1.5 --direction forward --digits 25"},
          .claims = ClaimEntry{}};
}

}  // namespace plumbline
