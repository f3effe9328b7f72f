/// The complete quantity "gain"; toys.cpp registers it in one line.
#include <stdexcept>

#include "reference/quantities/privacy_profile.hpp"
#include "reference/quantities/quantities.hpp"
#include "reference/values/extended.hpp"
#include "tests/structure/toys.hpp"

namespace plumbline::testing {
namespace {

/// Returns the gain of an attacker who pays a price for each false alarm: the largest Q(E) - price P(E), which is
/// delta(log price).
Extended gain(PrivacyProfile& profile, const Real& price, const Effort& effort) {
  const Rational& x = price.as_rational();
  if (x.sign() <= 0) throw std::invalid_argument("price must be greater than 0, got " + x.text());
  return delta(profile, Real(LogLinear{Rational(0), {{x, Rational(1)}}}), effort);
}

}  // namespace

Quantity gain_entry() {
  return {.name = "gain",
          .summary = "largest gain of an attacker who pays a price for each false alarm",
          .arguments = {{.name = "price", .domain = Domain::positive}},
          .compute = gain,
          .of_profile = true,
          .probability = true,
          .dangerous = DangerousSide::below,
          .certificate = CertificateEntry{},
          .words = {.meaning = "The most that an attacker gains who pays {} for each false alarm",
                    .example = " --price 2"},
          .claims = ClaimEntry{
              .names = {{"gain", {{"price", "price"}}}, {"attack_gain", {{"cost", "price"}}}}}};
}

}  // namespace plumbline::testing
