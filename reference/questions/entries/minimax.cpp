#include "reference/quantities/tradeoff/membership.hpp"
#include "reference/questions/entries/entries.hpp"
#include "reference/values/extended.hpp"

namespace plumbline {

Quantity minimax_entry() {
  return {
      .name = "minimax",
      .summary = "minimax Bayes error R*: the largest R over priors",
      .compute = [](PrivacyProfile& profile, const Real&, const Effort& effort) -> Extended {
        return minimax(profile, effort).value;
      },
      .of_profile = true,
      .probability = true,
      .dangerous = DangerousSide::above,
      .certificate = CertificateEntry{},
      .words =
          {.meaning =
               "The error that remains to the best attacker at the prior that is hardest for him",
           .one_sided = "R* = a* = f(a*) for every curve; it is R(1/2) only for symmetric ones"},
      .claims = ClaimEntry{}};
}

}  // namespace plumbline
