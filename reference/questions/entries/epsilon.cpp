#include "reference/quantities/quantities.hpp"
#include "reference/questions/entries/entries.hpp"

namespace plumbline {

Quantity epsilon_entry() {
  return {.name = "epsilon",
          .summary = "smallest epsilon with delta(epsilon) <= delta",
          .arguments = {{.name = "delta", .domain = Domain::inner}},
          .compute = [](PrivacyProfile& profile, const Real& at, const Effort& effort) -> Extended {
            return epsilon(profile, at.as_rational(), effort);
          },
          .of_profile = true,
          .reading = Reading::epsilon,
          .dangerous = DangerousSide::below,
          .certificate = CertificateEntry{},
          .words = {.meaning = "The smallest epsilon for which the mechanism is (epsilon, "
                               "delta)-differentially private, at delta = {}",
                    .by_direction = true,
                    .safe = " So it is ({upper}, {at})-DP.",
                    .example = " --delta 1e-5"},
          .claims = ClaimEntry{}};
}

}  // namespace plumbline
