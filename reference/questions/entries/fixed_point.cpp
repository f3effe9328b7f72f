#include "reference/quantities/tradeoff/membership.hpp"
#include "reference/questions/entries/entries.hpp"
#include "reference/values/extended.hpp"

namespace plumbline {

Quantity fixed_point_entry() {
  return {
      .name = "fixed_point",
      .summary = "fixed point a* = f(a*) of the trade-off function; equals R*",
      .compute = [](PrivacyProfile& profile, const Real&, const Effort& effort) -> Extended {
        return fixed_point(profile, effort);
      },
      .of_profile = true,
      .probability = true,
      .dangerous = DangerousSide::above,
      .certificate = CertificateEntry{},
      .words =
          {.meaning =
               "The level at which false alarms and misses of the best attack are equally frequent",
           .one_sided = "R* = a* = f(a*) for every curve; it is R(1/2) only for symmetric ones"},
      .claims = ClaimEntry{}};
}

}  // namespace plumbline
