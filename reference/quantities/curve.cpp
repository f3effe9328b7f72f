#include "reference/quantities/curve.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace plumbline {
namespace {

constexpr double kLn10 = 2.302585092994046;
constexpr double kFar = 1e4;  // the height where a tail vanishes

/// Upper alpha-quantile of the standard normal, roughly; alpha as near 0 or 1 as one likes.
double rough_quantile(const Rational& alpha) {
  const bool high = alpha > Rational(1, 2);
  const Ball small(high ? Rational(1) - alpha : alpha, Bits{128});
  const Ball q = normal_quantile(small);
  if (!q.is_finite()) return high ? -30 : 30;
  return high ? q.approximate() : -q.approximate();
}

/// log(x/y), for a sign that is decided in balls.
ThresholdBracket::Height compare(const Ball& x, const Ball& y) {
  ThresholdBracket::Height out;
  if (certainly_at_most(y, x)) {
    out.sign = 1;
  } else if (certainly_at_most(x, y)) {
    out.sign = -1;
  }
  out.blind = out.sign == 0 && std::min(x.relative_digits(), y.relative_digits()) < 0.7;
  const double a = x.midpoint().log_approximate(), b = y.midpoint().log_approximate();
  out.value = std::isfinite(a) && std::isfinite(b) ? a - b : (out.sign >= 0 ? kFar : -kFar);
  if (std::isfinite(a) && std::isfinite(b) && std::fabs(out.value) < 1e-6) {
    out.value = ((x.midpoint() - y.midpoint()) / y.midpoint()).approximate();
  }
  return out;
}

}  // namespace

Curve::Curve(PrivacyProfile& profile, bool reverse) : profile_(profile), reverse_(reverse) {
  if (finite_losses(profile.composition()).shares.empty()) {
    lattice_ = profile.composition().lattice();
  }
}

Enclosure Curve::tail(TestTail which, const Ball& t, const Effort& effort) {
  Question question = Question::P_above;
  switch (which) {
    case TestTail::null_above:
      question = reverse_ ? Question::Q_below : Question::P_above;
      break;
    case TestTail::null_below:
      question = reverse_ ? Question::Q_above : Question::P_below;
      break;
    case TestTail::alt_above:
      question = reverse_ ? Question::P_below : Question::Q_above;
      break;
    case TestTail::alt_below:
      question = reverse_ ? Question::P_above : Question::Q_below;
      break;
  }
  // As a rational, 0 is exactly an atom or not.
  const Real at = t.is_exactly_zero() ? Real(Rational(0)) : Real::exactly(reverse_ ? -t : t);
  return profile_.engine().answer(question, at, effort);
}

Composition::Location Curve::location() const {
  Composition::Location at = profile_.composition().approximate_location(reverse_ ? 1 : 0);
  if (reverse_) at.mean = -at.mean;
  if (!std::isfinite(at.mean)) at.mean = 0;
  if (!std::isfinite(at.deviation) || at.deviation <= 0) at.deviation = 1;
  return at;
}

std::optional<Ball> Curve::only_loss(const Ball& lo, const Ball& hi, Bits p) const {
  if (!lattice_ || lattice_->spacing.is_zero()) return std::nullopt;
  const Ball offset(reverse_ ? -lattice_->offset : lattice_->offset, p);
  const Ball spacing(lattice_->spacing, p);
  const auto last = certain_floor((hi.at(p) - offset) / spacing);
  const auto minus_first = certain_floor((offset - lo.at(p)) / spacing);
  if (!last || !minus_first || *last + *minus_first > Rational(0)) return std::nullopt;
  return offset + spacing * Ball(*last, p);
}

Ball Curve::between_losses(const Ball& t) const {
  if (!lattice_ || lattice_->spacing.is_zero()) return t;
  const Bits p = t.precision();
  const Ball offset(reverse_ ? -lattice_->offset : lattice_->offset, p);
  const Ball spacing(lattice_->spacing, p);
  const auto below = certain_floor((t - offset) / spacing);
  if (!below) return t;
  return (offset + spacing * (Ball(*below, p) + Ball(Rational(1, 2), p))).midpoint();
}

std::optional<Real> Curve::extreme_loss(bool largest) const {
  const Composition& all = profile_.composition();
  if (!finite_losses(all).shares.empty()) return std::nullopt;
  const auto own = largest == !reverse_ ? all.largest_loss() : all.smallest_loss();
  if (!own) return std::nullopt;
  return reverse_ ? -*own : *own;
}

bool Curve::has_density() const {
  const auto& factors = profile_.composition().factors();
  return std::any_of(factors.begin(), factors.end(), [](const Factor& factor) {
    return factor.mechanism->algebraic_decay(0).is_finite();
  });
}

ThresholdBracket::ThresholdBracket(Function height, double start, double step, Bits bits,
                                   const Effort& effort, const Curve* curve)
    : height_(std::move(height)),
      curve_(curve),
      step_(step),
      bits_(bits),
      effort_(effort),
      best_(Ball::from_binary64(start, bits)),
      best_height_(std::numeric_limits<double>::infinity()) {}

ThresholdBracket::Height ThresholdBracket::at(const Ball& t, int digits) {
  const Height h = height_(t, digits);
  if (h.blind) {
    blind_ = true;
    return h;
  }
  const double distance = h.distance >= 0 ? h.distance : std::fabs(h.value);
  if (distance <= best_height_) {
    best_ = t;
    best_height_ = distance;
  }
  if (h.sign > 0 && (!lo_ || certainly_less(*lo_, t))) {
    lo_ = t;
    lo_height_ = h.value;
  } else if (h.sign < 0 && (!hi_ || certainly_less(t, *hi_))) {
    hi_ = t;
    hi_height_ = h.value;
  } else if (h.sign == 0) {
    undecided_ = t;
  }
  return h;
}

void ThresholdBracket::expand(int digits) {
  constexpr int kMostSteps = 120;
  Ball t = best_;
  Height h = at(t, digits);
  double step = step_;
  for (int i = 0; i < kMostSteps && !(lo_ && hi_) && !undecided_ && !blind_ && !effort_.expired();
       ++i) {
    t = (t + Ball::from_binary64(h.value > 0 ? step : -step, bits_)).midpoint();
    h = at(t, digits);
    step *= 2;
  }
}

double ThresholdBracket::scale() const {
  if (!lo_ || !hi_) return step_;
  const double height = lo_height_ - hi_height_;
  const double width = (*hi_ - *lo_).approximate();
  return height > 0 ? width / height : width;
}

/// What widths are relative to: the scale, but not that of a jump, which shrinks with the bracket.
double ThresholdBracket::log_unit() const {
  return std::log(std::min(1.0, std::max(scale(), 1e-3 * step_)));
}

void ThresholdBracket::narrow(double log_width, int digits) {
  undecided_.reset();
  if (!(lo_ && hi_)) expand(digits);
  double before = std::numeric_limits<double>::infinity();
  int side = 0;
  bool jump = false;  // the tail did not change: a jump lies further on
  for (int i = 0; lo_ && hi_ && !undecided_ && !blind_ && i < 4000 && !effort_.expired(); ++i) {
    const Ball width = *hi_ - *lo_;
    const double size = width.log_approximate();
    if (curve_ != nullptr && curve_->only_loss(*lo_, *hi_, bits_)) break;
    if (size <= log_width + log_unit()) break;
    // Illinois steps; where they do not halve the bracket twice in a row, a bisection.
    double share = lo_height_ / (lo_height_ - hi_height_);
    const bool stalled = i % 3 == 2 && !(size < before - 1.4);
    if (i % 3 == 2) before = size;
    const bool vanished = std::max(lo_height_, -hi_height_) >= kFar;
    if (stalled || jump || vanished || !(share > 0 && share < 1)) share = 0.5;
    Ball t = (*lo_ + width * Ball::from_binary64(share, bits_)).midpoint();
    if (!certainly_less(*lo_, t) || !certainly_less(t, *hi_)) break;
    if (curve_ != nullptr) {
      // Away from atoms the tails are easier, and nothing happens between two of them.
      const Ball gap = curve_->between_losses(t);
      if (certainly_less(*lo_, gap) && certainly_less(gap, *hi_)) t = gap;
    }
    const double same_side_lo = lo_height_, same_side_hi = hi_height_;
    const Height h = at(t, digits);
    jump = h.sign != 0 && h.value == (h.sign > 0 ? same_side_lo : same_side_hi);
    if (!jump && h.sign > 0 && side > 0) hi_height_ /= 2;
    if (!jump && h.sign < 0 && side < 0) lo_height_ /= 2;
    side = h.sign;
    // Close enough for its neighbours to be decided by stepping out.
    if (std::fabs(h.value) < std::exp(log_width) / 8) undecided_ = t;
  }
  if (undecided_ && !blind_) flank(log_width, digits);
}

/// Decides the sign a little to the left and right of a threshold that is nearly the root.
void ThresholdBracket::flank(double log_width, int digits) {
  const double start = log_width + log_unit();
  for (const bool left : {true, false}) {
    double log_step = start - 0.7;
    for (int i = 0; i < 60 && !effort_.expired(); ++i, log_step += 1.4) {
      const Ball step = exp(Ball::from_binary64(log_step, bits_)).midpoint();
      const Ball t = (left ? *undecided_ - step : *undecided_ + step).midpoint();
      const auto& bound = left ? lo_ : hi_;
      if (bound && (left ? certainly_at_most(t, *bound) : certainly_at_most(*bound, t))) break;
      const Height h = height_(t, digits);
      blind_ = blind_ || h.blind;
      if (blind_) return;
      const int sign = h.sign;
      if (sign != (left ? 1 : -1)) continue;
      (left ? lo_ : hi_) = t;
      break;
    }
  }
}

namespace {

// BOUND(TEST-ENDS)
// Statement.  Let no loss be infinite. If all losses are at most l and the null mass of L > t, t <
//             l, is at least alpha, then 1 - f(alpha) = x alpha with x in [e^t, e^l]; if all are at
//             least m and the null mass of L <= t, t > m, is at least 1 - alpha, then f(alpha) =
//             x (1 - alpha) with x in [e^m, e^t].
// Proof.      TEST-BRACKET at the test that never rejects (null mass 0, power 0) with the bracket
//             [t, l], and at the one that always does (both 1) with [m, t].
// Source.     As TEST-BRACKET.
std::optional<CurvePoint> at_the_ends(Curve& curve, const Rational& alpha, bool gamma, int digits,
                                      const Effort& effort) {
  const bool top = alpha < Rational(1, 2);
  const Rational small = top ? alpha : Rational(1) - alpha;
  const auto extreme = curve.extreme_loss(top);
  constexpr double kOften = 1e-3;  // larger levels are found by the search
  // Without an atom there is next to no mass at the end, and digits of it would cost for ever.
  if (curve.has_density() || !extreme || small.approximate() > kOften) return std::nullopt;
  const Bits p = bits_for_digits(2L * digits) + 128;
  const Ball end = (*extreme)(p);
  const Ball gap = exp(Ball::from_binary64(-(digits + 1) * kLn10, p));
  const Ball t = (top ? (end - gap).lower() : (end + gap).upper()).midpoint();
  Effort rough = effort;
  rough.digits = 3;
  const Enclosure mass = curve.tail(top ? TestTail::null_above : TestTail::null_below, t, rough);
  if (!certainly_at_most(Ball(small, p), mass.value)) return std::nullopt;
  const Ball share = Ball::hull(exp(t.at(p)), exp(end)) * Ball(small, p);
  const Ball value = top == gamma ? share : Ball::integer(1, p) - share;
  return CurvePoint{value, mass.budget, end.midpoint()};
}

}  // namespace

// BOUND(TEST-BRACKET)
// Statement.  Let a(t), g(t) be the masses under null and alternative of the test that rejects
//             where L > t (or L >= t), b = 1 - g, and a(lo) >= alpha >= a(hi). For every t in [lo,
//             hi]: 1 - f(alpha) = g(t) + x (alpha - a(t)) for some x in [e^lo, e^hi]; and if all
//             losses in [lo, hi] equal l, for x = e^l.
// Proof.      By Neyman and Pearson a best test at level alpha rejects where L is largest, up to
//             randomisation at one loss; by the bracket that loss lies in [lo, hi] (or is reached
//             by no mass, and the two tests agree). It differs from the test at t on losses in [lo,
//             hi] only, where the alternative has e^L times the mass of the null, and always in one
//             sense; its null masses differ by alpha - a(t). Also. The line h(s) = 1 - delta(s) -
//             e^s alpha at the threshold returned, s = t or (with one loss l) a number near l, is
//             enclosed too: h(t) = b - e^t (alpha - a(t)), and h(s) is b - e^s (alpha - a(t)) +
//             (e^l - e^s)(a(t) - a(s)), |a(t) - a(s)| <= 1.
// Source.     Neyman, Pearson 1933; f = 1 - g is its definition.
CurvePoint curve_point(Curve& curve, const Rational& alpha, bool gamma, int digits,
                       const Effort& effort) {
  if (const auto end = at_the_ends(curve, alpha, gamma, digits, effort)) return *end;
  const bool high = alpha > Rational(1, 2);
  const Rational rest = Rational(1) - alpha;
  const auto effort_with = [&](int n) {
    Effort out = effort;
    out.digits = n;
    return out;
  };
  const auto height = [&](const Ball& t, int n) {
    const Bits p = bits_for_digits(n) + 128;
    // At alpha near 1 the complement carries the information. The distance is |alpha - a(t)|, up to
    // a factor.
    ThresholdBracket::Height out =
        high ? compare(Ball(rest, p), curve.tail(TestTail::null_below, t, effort_with(n)).value)
             : compare(curve.tail(TestTail::null_above, t, effort_with(n)).value, Ball(alpha, p));
    out.distance = std::fabs(std::expm1(high ? -out.value : out.value));
    return out;
  };
  const Composition::Location where = curve.location();
  const Bits bits = bits_for_digits(2L * digits) + 128;
  ThresholdBracket bracket(height, where.mean + where.deviation * rough_quantile(alpha),
                           std::max(0.05 * where.deviation, 1e-12), bits, effort, &curve);
  CurvePoint best{Ball::indeterminate(bits), {}, bracket.best()};
  double log_width = -(digits / 2.0 + 1) * kLn10;
  int search_digits = digits / 2 + 3;
  double last_digits = -1;
  for (int round = 0; round < 6; ++round) {
    bracket.narrow(log_width, search_digits);
    if (bracket.blind()) break;
    const Ball t = bracket.best();
    const Enclosure null_tail =
        curve.tail(high ? TestTail::null_below : TestTail::null_above, t, effort_with(digits + 2));
    const Enclosure alt_tail =
        curve.tail(gamma ? TestTail::alt_above : TestTail::alt_below, t, effort_with(digits + 2));
    const Bits p = wider(alt_tail.value.precision(), bits);
    const Ball missing = high ? null_tail.value - Ball(rest, p) : Ball(alpha, p) - null_tail.value;
    Ball lowest = bracket.lo() ? exp(min(*bracket.lo(), t).at(p)) : Ball(p);
    Ball highest = bracket.hi() ? exp(max(*bracket.hi(), t).at(p)) : Ball::indeterminate(p);
    // One loss only: its own threshold is optimal, up to the rounding of an exact number near it.
    Ball optimal = t;
    UpperBound rounding;
    if (bracket.lo() && bracket.hi()) {
      if (const auto loss = curve.only_loss(*bracket.lo(), *bracket.hi(), p)) {
        optimal = loss->midpoint();
        lowest = exp(*loss);
        highest = exp(optimal);
        rounding = UpperBound::of(lowest - highest);
      }
    }
    const Ball step = widen(Ball::hull(lowest, highest) * missing, rounding);
    const Ball value = gamma ? alt_tail.value + step : alt_tail.value - step;
    if (value.is_finite() && (!best.value.is_finite() || value.radius() <= best.value.radius())) {
      best = {value, alt_tail.budget, optimal};
    }
    const double known = best.value.is_finite() ? best.value.relative_digits() : 0;
    if (known >= digits || effort.expired() || (round > 1 && known < last_digits + 0.5)) break;
    last_digits = known;
    const double lacking = digits - known;
    // What keeps: the tails themselves (more digits do not help), or the bracket.
    log_width -= (lacking + 0.5) * kLn10;
    search_digits = std::min(digits + 3, search_digits + static_cast<int>(lacking) + 1);
  }
  return best;
}

}  // namespace plumbline
