#include "reference/quantities/tradeoff/membership.hpp"
#include "reference/questions/entries/entries.hpp"
#include "reference/values/extended.hpp"

namespace plumbline {

Quantity minimax_prior_entry() {
  return {.name = "minimax_prior",
          .summary = "a prior (of H0) at which R is largest",
          .compute = [](PrivacyProfile& profile, const Real&, const Effort& effort) -> Extended {
            return minimax(profile, effort).prior;
          },
          .of_profile = true,
          .probability = true,
          .several = true,
          .certificate = CertificateEntry{},
          .words = {.meaning = "The prior of the first data set (without the record, where one is "
                               "added or removed) that is hardest for attackers"},
          .claims = ClaimEntry{}};
}

}  // namespace plumbline
