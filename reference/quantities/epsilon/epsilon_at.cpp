#include "reference/quantities/epsilon/epsilon_at.hpp"

#include <stdexcept>

#include "reference/arithmetic/bound.hpp"
#include "reference/quantities/quantities.hpp"
#include "reference/values/mint.hpp"

namespace plumbline {

// BOUND(EPSILON-BETWEEN)
// Statement.  Let epsilon(D) be the smallest x with delta(x) <= D. For 0 < D1 <= D <= D2 < 1, epsilon(D2) <=
//             epsilon(D) <= epsilon(D1).
// Needs.      The enclosures of both ends.
// Proof.      The set of all x with delta(x) <= D does not shrink as D grows.
// Source.     Elementary.
Extended epsilon_between_deltas(PrivacyProfile& profile, const Rational& low, const Rational& high,
                                const Effort& effort) {
  const Extended most = epsilon(profile, low, effort), least = epsilon(profile, high, effort);
  if (least.is_infinite()) return least;
  if (most.is_infinite()) {
    throw std::invalid_argument("it is unknown if epsilon is finite at a delta between " +
                                low.text() + " and " + high.text() + ": " + most.why());
  }
  const Ball &a = least->value(), &b = most->value();
  if (!a.is_finite() || !b.is_finite()) {
    return limited(nothing_known(profile.engine_name()), least->least(), most->most());
  }
  const Ball between = bound<"EPSILON-BETWEEN">(Ball::hull(a.lower(), b.upper()));
  return certified({between, most->budget()}, profile.engine_name(), effort.digits, true);
}

Extended epsilon_at(PrivacyProfile& profile, const Real& delta, const Effort& effort) {
  if (delta.rational()) return epsilon(profile, *delta.rational(), effort);
  const Rational zero(0), one(1);
  const int digits = effort.digits + 10;
  const auto [low, high] = delta(bits_for_digits(digits) + 64).decimal_ends(digits);
  if (!low || !high || !(zero < *low) || !(*high < one)) {
    throw std::invalid_argument("delta must be in (0, 1) where it is not rational, got " +
                                delta.text());
  }
  Effort sharper = effort;
  sharper.digits += 1;
  return epsilon_between_deltas(profile, *low, *high, sharper);
}

}  // namespace plumbline
