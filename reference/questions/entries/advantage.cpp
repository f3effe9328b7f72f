#include "reference/quantities/tradeoff/membership.hpp"
#include "reference/questions/entries/entries.hpp"
#include "reference/values/extended.hpp"

namespace plumbline {

Quantity advantage_entry() {
  return {
      .name = "advantage",
      .summary = "membership advantage max 1 - a - f(a); the total variation",
      .compute = [](PrivacyProfile& profile, const Real&, const Effort& effort) -> Extended {
        return advantage(profile, effort);
      },
      .of_profile = true,
      .probability = true,
      .reading = Reading::tv,
      .dangerous = DangerousSide::below,
      .certificate = CertificateEntry{},
      .words =
          {.meaning = "The largest advantage of any attacker over guessing: true positives minus "
                      "false positives",
           .one_sided =
               "the same in every direction; the best level is a symmetric test's only for worst"},
      .claims = ClaimEntry{}};
}

}  // namespace plumbline
