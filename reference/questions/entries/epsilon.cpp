#include "reference/arithmetic/running/effort.hpp"
#include "reference/quantities/epsilon/epsilon_at.hpp"
#include "reference/quantities/epsilon/epsilon_ends.hpp"
#include "reference/quantities/privacy_profile.hpp"
#include "reference/quantities/quantities.hpp"
#include "reference/questions/answer.hpp"
#include "reference/questions/entries/entries.hpp"
#include "reference/values/extended.hpp"

namespace plumbline {
namespace {

/// Returns bounds of epsilon that are valid for every mechanism at a rational delta in (0, 1).
Answer certain_epsilon_at(const Query& question, const std::string& engine) {
  const auto D = question.real("delta").rational();
  const bool known = D && D->sign() > 0 && *D < Rational(1);
  return {.value = known ? certain_epsilon(*D, engine) : nothing_known(engine)};
}

}  // namespace

Quantity epsilon_entry() {
  return {.name = "epsilon",
          .summary = "smallest epsilon with delta(epsilon) <= delta",
          .arguments = {{.name = "delta", .domain = Domain::inner}},
          .compute = [](PrivacyProfile& profile, const Real& at, const Effort& effort) -> Extended {
            return epsilon_at(profile, at, effort);
          },
          .certain = certain_epsilon_at,
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
