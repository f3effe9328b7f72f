#include <algorithm>
#include <optional>
#include <stdexcept>

#include "reference/arithmetic/contradiction.hpp"
#include "reference/quantities/quantities.hpp"
#include "reference/quantities/tradeoff/curve_crossing.hpp"
#include "reference/quantities/tradeoff/curve_heights.hpp"
#include "reference/quantities/tradeoff/curve_point.hpp"
#include "reference/quantities/tradeoff/curve_worst.hpp"
#include "reference/quantities/tradeoff/promised_curve.hpp"
#include "reference/values/mint.hpp"

namespace plumbline {
namespace {

/// Minimum number of digits of a useful enclosure.
constexpr double kUseful = 0.5;

Certified in_direction(PrivacyProfile& profile, const Rational& alpha, const Effort& effort,
                       bool one_minus_f) {
  Curve curve(profile, profile.direction() == Direction::reverse);
  const CurvePoint point = curve_point(curve, alpha, one_minus_f, effort.digits, effort);
  const Certified found =
      certified({point.value, point.budget}, profile.engine_name(), effort.digits);
  if (found.reached() || effort.expired()) return found;
  const Certified other = by_heights(profile, alpha, effort, one_minus_f, point.threshold);
  Ball both = common(other.value(), found.value(), "the trade-off function");
  if (!(both.relative_digits() > kUseful) && !effort.expired()) {
    both = common(both, by_crossing(profile, alpha, effort, one_minus_f), "the trade-off function");
  }
  return certified({both, other.budget()}, profile.engine_name(), effort.digits);
}

void check_unit(const char* name, const Rational& x) {
  if (x.sign() < 0 || x > Rational(1)) {
    throw std::invalid_argument(std::string(name) + " must be in [0, 1], got " + x.text());
  }
}

Certified exact_value(PrivacyProfile& profile, long value, const Effort& effort) {
  return certified({Ball::integer(value, bits_for_digits(effort.digits) + 8), {}},
                   profile.engine_name(), effort.digits);
}

/// Returns true if f(alpha) = 0 is certain.
bool is_certain(const PrivacyProfile& profile, const Rational& alpha) {
  const Bits p{4096};
  if (const auto level = profile.exact_certain_level()) return alpha >= *level;
  return certainly_at_most(profile.certain_level(p), Ball(alpha, p));
}

/// Returns f(0) or 1 - f(0), the mass of infinite loss.
Certified at_zero(PrivacyProfile& profile, const Effort& effort, bool one_minus_f) {
  const Bits p = bits_for_digits(effort.digits) + 96;
  const Ball value = one_minus_f ? profile.infinite_mass(p) : profile.finite_mass(p);
  return within(certified({value, {}}, profile.engine_name(), effort.digits), Rational(0),
                Rational(1));
}

/// Returns f(alpha), or 1 - f(alpha), from points of the curve; the whole real line if interrupted before any result.
Certified by_points(PrivacyProfile& profile, const Rational& alpha, const Effort& effort,
                    bool one_minus_f) {
  if (const auto promised = promised_level(profile, alpha, effort, one_minus_f)) return *promised;
  try {
    return profile.direction() == Direction::worst
               ? worst_point(profile, alpha, effort, one_minus_f)
               : in_direction(profile, alpha, effort, one_minus_f);
  } catch (const Interrupted&) {
    return certified({Ball::indeterminate(bits_for_digits(effort.digits)), {}},
                     profile.engine_name(), effort.digits);
  }
}

/// Returns f(alpha), or 1 - f(alpha) if `one_minus_f`. The result is limited to 0 <= f <= 1 - alpha, which holds for
/// every mechanism.
Certified level(PrivacyProfile& profile, const Rational& alpha, const Effort& effort,
                bool one_minus_f) {
  if (is_certain(profile, alpha)) return exact_value(profile, one_minus_f ? 1 : 0, effort);
  if (alpha.is_zero()) return at_zero(profile, effort, one_minus_f);
  const Certified found = by_points(profile, alpha, effort, one_minus_f);
  const Rational least = one_minus_f ? alpha : Rational(0);
  const Rational most = one_minus_f ? Rational(1) : Rational(1) - alpha;
  const Bits p = bits_for_digits(effort.digits) + 96;
  const Ball trivial = Ball::hull(Ball(least, p), Ball(most, p));
  // Limits the printed value to the trivial bounds; a ball that is wider than these bounds is replaced by them.
  const bool coarse = !found.value().is_finite() ||
                      UpperBound::of(trivial - trivial.midpoint()) <= found.value().radius();
  const Certified value =
      coarse ? certified({common(trivial, found.value(), "the trade-off function"), found.budget()},
                         found.engine(), effort.digits)
             : found;
  return within(value, least, most);
}

}  // namespace

// f(0) = 1 - Q(S = +inf), and f(alpha) = 0 if alpha >= 1 - P(S = -inf).
Certified tradeoff(PrivacyProfile& profile, const Rational& alpha, const Effort& effort) {
  check_unit("alpha", alpha);
  return level(profile, alpha, effort, false);
}

Certified reconstruction(PrivacyProfile& profile, const Rational& kappa, const Effort& effort) {
  check_unit("kappa", kappa);
  return level(profile, kappa, effort, true);
}

}  // namespace plumbline
