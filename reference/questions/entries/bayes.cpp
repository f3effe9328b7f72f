#include "reference/arithmetic/running/effort.hpp"
#include "reference/quantities/privacy_profile.hpp"
#include "reference/quantities/quantities.hpp"
#include "reference/questions/entries/entries.hpp"
#include "reference/values/extended.hpp"

namespace plumbline {

Quantity bayes_entry() {
  return {.name = "bayes",
          .summary = "minimum Bayes error R(prior)",
          .arguments = {{.name = "prior", .domain = Domain::level}},
          .compute = [](PrivacyProfile& profile, const Real& at, const Effort& effort) -> Extended {
            return bayes_error(profile, at.as_rational(), effort);
          },
          .of_profile = true,
          .probability = true,
          .reading = Reading::bayes,
          .dangerous = DangerousSide::above,
          .certificate = CertificateEntry{},
          .words = {.meaning = "The smallest error of any attacker who tells two neighbouring data "
                               "sets apart, thinking the first one (without the record, where one "
                               "is added or removed) likely with probability {}",
                    .example = " --prior 1/3"},
          .claims = ClaimEntry{}};
}

}  // namespace plumbline
