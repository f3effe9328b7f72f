#include "reference/quantities/calibration/calibration_sharpen.hpp"

#include <algorithm>
#include <cmath>

#include "reference/arithmetic/constants.hpp"
#include "reference/arithmetic/heuristics.hpp"

namespace plumbline::calibrating {
namespace {

/// Decides if the target is met at an integer N in the bracket; if N remains undecided, decides this for N - 1 and N +
/// 1. Returns true if N is decided or outside the bracket.
bool decided(Bracket& bracket, const Rational& N) {
  constexpr int kDigits = 10;
  if (!bracket.between(N) || bracket.decide(N, kDigits) != TargetStanding::undecided) return true;
  for (const Rational& beside : {N - kOne, N + kOne}) {
    if (bracket.between(beside)) bracket.decide(beside, kDigits);
  }
  return false;
}

}  // namespace

void sharpen(Bracket& bracket, const Range& range, const HeightPair& pair, int digits) {
  const int most = digits + 8;
  const Bits p = bits_for_digits(2L * most) + 64;
  Rational a = range.rational(pair.a), b = range.rational(pair.b);
  if (a == b) return;
  Ball fa = bracket.height(a, 12).midpoint(), fb = bracket.height(b, 12).midpoint();
  double known = 3;
  for (int i = 0; i < 12 && !bracket.expired(); ++i) {
    const Ball step = fb * Ball(b - a, p) / (fb - fa);
    if (!step.is_finite()) return;
    const Ball next = (Ball(b, p) - step).midpoint();
    if (!certainly_positive(next)) return;
    const Rational x = rational_near(next, std::min(most, static_cast<int>(4 * known) + 8));
    if (bracket.complete() && !bracket.between(x)) break;
    const double moved = (next.log_approximate() - step.log_approximate()) / kLn10;
    if (x == b || moved > digits + 3) {
      b = x;
      break;
    }
    known = std::max(known, moved);
    const int working = std::min(most, static_cast<int>(2 * known) + 6);
    a = b, fa = fb;
    b = x, fb = bracket.height(x, working).midpoint();
    if (!fb.is_finite()) return;
    if (fb.is_exactly_zero() || fa.log_approximate() - fb.log_approximate() > kLn10 * digits) break;
  }
  bracket_beside(bracket, b, digits, {false, digits + kMoreDigits});
}

void bracket_beside(Bracket& bracket, const Rational& root, int digits, const Beside& beside) {
  const Decimal near = decimal(root, digits + 2);
  // The requested width of the bracket is 10 to 100 times near.unit.
  const double wide = 0.9 * (root / near.unit).approximate() * std::pow(10.0, -digits);
  const long units = beside.wide ? std::max(1L, saturated((wide - 1) / 2)) : 1;
  const Rational apart = near.unit * Rational(units);
  Rational low = near.below - apart, high = near.below + near.unit + apart;
  for (int i = 0; i < 3 && !bracket.expired(); ++i) {
    if (!bracket.complete() || bracket.between(low)) bracket.decide(low, beside.digits);
    if (!bracket.complete() || bracket.between(high)) bracket.decide(high, beside.digits);
    if (bracket.complete() && !bracket.between(low) && !bracket.between(high)) return;
    low = low - near.unit;
    high = high + near.unit;
  }
}

void halve(Bracket& bracket, const Range& range, int digits) {
  const double goal = std::exp(-digits * kLn10);
  while (bracket.complete() && bracket.relative_width() > goal && !bracket.expired()) {
    const Rational &met = *bracket.met(), &missed = *bracket.missed();
    const double width = bracket.relative_width();
    Rational middle = (met + missed) * Rational(1, 2);
    if (width > 0.5 && met.sign() > 0 && missed.sign() > 0) {
      middle = range.rational(
          (range.coordinate(met.approximate()) + range.coordinate(missed.approximate())) / 2);
    } else {
      const int places = static_cast<int>(-std::log10(width)) + 4;
      const Rational short_one = rational_near(Ball(middle, bits_for_digits(places) + 32), places);
      if (bracket.between(short_one)) middle = short_one;
    }
    if (!bracket.between(middle)) return;
    const int working = static_cast<int>(-std::log10(width)) + 8;
    // A value that meets the target with equality cannot be decided; a neighbouring value can.
    if (bracket.decide(middle, working) == TargetStanding::undecided) {
      const Rational aside = middle + (met - middle) * Rational(1, 64);
      const Rational other = middle + (missed - middle) * Rational(1, 64);
      const TargetStanding one = bracket.decide(aside, working),
                           two = bracket.decide(other, working);
      if (one == TargetStanding::undecided && two == TargetStanding::undecided) return;
    }
  }
}

void integers(Bracket& bracket, const Range& range, RoughSearch& rough) {
  while (bracket.complete() && !bracket.expired()) {
    const bool up = *bracket.missed() < *bracket.met();
    const Rational low = up ? *bracket.missed() : *bracket.met();
    const Rational high = up ? *bracket.met() : *bracket.missed();
    if (high - low <= kOne) return;
    const double fa = rough.height(range.coordinate(low.approximate()));
    const double fb = rough.height(range.coordinate(high.approximate()));
    const double share = fa / (fa - fb);
    Rational next = floor((low + high) * Rational(1, 2));
    if (std::isfinite(share) && share >= 0 && share <= 1) {
      const Rational guess = floor(low + (high - low) * Rational::from_binary64(share));
      if (!decided(bracket, guess) || !decided(bracket, guess + kOne)) return;
      next = floor((*bracket.met() + *bracket.missed()) * Rational(1, 2));
      if (!bracket.between(next)) return;
    }
    if (!decided(bracket, next)) return;
  }
}

}  // namespace plumbline::calibrating
