#include "reference/arithmetic/running/effort.hpp"
#include "reference/quantities/privacy_profile.hpp"
#include "reference/quantities/quantities.hpp"
#include "reference/questions/entries/entries.hpp"
#include "reference/values/extended.hpp"

namespace plumbline {

Quantity tradeoff_entry() {
  return {.name = "tradeoff",
          .summary = "trade-off function f(alpha)",
          .arguments = {{.name = "alpha", .domain = Domain::level}},
          .compute = [](PrivacyProfile& profile, const Real& at, const Effort& effort) -> Extended {
            return tradeoff(profile, at.as_rational(), effort);
          },
          .of_profile = true,
          .probability = true,
          .reading = Reading::type_two,
          .dangerous = DangerousSide::above,
          .certificate = CertificateEntry{},
          .words = {.meaning = "The smallest type II error (misses) of any attacker with type I "
                               "error (false alarms) {}",
                    .example = " --alpha 0.01:0.99:99 --format csv"},
          .claims = ClaimEntry{}};
}

}  // namespace plumbline
