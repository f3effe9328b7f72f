#include "reference/arithmetic/running/effort.hpp"
#include "reference/quantities/privacy_profile.hpp"
#include "reference/quantities/quantities.hpp"
#include "reference/questions/answer.hpp"
#include "reference/questions/entries/entries.hpp"
#include "reference/values/extended.hpp"
#include "reference/values/mint.hpp"

namespace plumbline {
namespace {

/// Returns bounds of delta that are valid for every mechanism. At a negative epsilon, delta is at least 1 -
/// e^epsilon.
Answer certain_delta(const Query& question, const std::string& engine) {
  const Certified any = any_probability(engine);
  constexpr Bits kBits{64};
  const Ball least = -expm1(question.real("epsilon")(kBits));
  if (!certainly_positive(least)) return {.value = any};
  constexpr int kDigits = 15;
  return {.value = limited(any, least.decimal_ends(kDigits).first, Rational(1))};
}

}  // namespace

Quantity delta_entry() {
  return {.name = "delta",
          .summary = "privacy profile: smallest delta at epsilon",
          .arguments = {{.name = "epsilon", .any_real = true}},
          .compute = [](PrivacyProfile& profile, const Real& at, const Effort& effort) -> Extended {
            return delta(profile, at, effort);
          },
          .certain = certain_delta,
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
