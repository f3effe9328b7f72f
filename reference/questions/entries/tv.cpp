#include "reference/arithmetic/running/effort.hpp"
#include "reference/quantities/privacy_profile.hpp"
#include "reference/quantities/quantities.hpp"
#include "reference/questions/entries/entries.hpp"
#include "reference/values/extended.hpp"

namespace plumbline {

Quantity tv_entry() {
  return {
      .name = "tv",
      .summary = "total variation delta(0)",
      .compute = [](PrivacyProfile& profile, const Real&, const Effort& effort) -> Extended {
        return total_variation(profile, effort);
      },
      .of_profile = true,
      .probability = true,
      .reading = Reading::tv,
      .dangerous = DangerousSide::below,
      .certificate = CertificateEntry{.budget_explains = true},
      .words = {.meaning = "Total variation: the largest advantage of any attacker over guessing"},
      .claims = ClaimEntry{}};
}

}  // namespace plumbline
