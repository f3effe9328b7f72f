#include "reference/quantities/tradeoff/curve_point.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/heuristics.hpp"

namespace plumbline {
namespace {

/// Returns the approximate upper alpha-quantile of the standard normal distribution, for alpha arbitrarily near 0 or
/// 1.
double rough_quantile(const Rational& alpha) {
  const bool high = alpha > Rational(1, 2);
  const Ball small(high ? Rational(1) - alpha : alpha, Bits{128});
  const Ball q = normal_quantile(small);
  if (!q.is_finite()) return high ? -30 : 30;
  return high ? q.approximate() : -q.approximate();
}

/// Returns a height with the sign of x - y, if balls decide this sign. The member `value` remains 0.
ThresholdBracket::Height decided(const Ball& x, const Ball& y) {
  ThresholdBracket::Height out;
  out.sign = certainly_at_most(y, x) ? 1 : certainly_at_most(x, y) ? -1 : 0;
  out.blind = out.sign == 0 && std::min(x.relative_digits(), y.relative_digits()) < 0.7;
  return out;
}

/// Returns a height with the sign of x - y, and with approximately log(x/y) as its member `value`.
ThresholdBracket::Height compared(const Ball& x, const Ball& y) {
  constexpr double kFar = ThresholdBracket::kFar;
  ThresholdBracket::Height out = decided(x, y);
  const double a = x.midpoint().log_approximate(), b = y.midpoint().log_approximate();
  out.value = std::isfinite(a) && std::isfinite(b) ? a - b : (out.sign >= 0 ? kFar : -kFar);
  if (std::isfinite(a) && std::isfinite(b) && std::fabs(out.value) < 1e-6) {
    out.value = ((x.midpoint() - y.midpoint()) / y.midpoint()).approximate();
  }
  return out;
}

Effort with_digits(const Effort& effort, int digits) {
  Effort out = effort;
  out.digits = digits;
  return out;
}

Bits search_bits(int digits) { return bits_for_digits(2L * digits) + 128; }

double first_step(const Curve& curve) { return std::max(0.05 * curve.location().deviation, 1e-12); }

}  // namespace

TestBracket::TestBracket(Curve* curve, const std::optional<Rational>& level,
                         const std::optional<Ball>& lo, const Ball& t,
                         const std::optional<Ball>& hi)
    : curve_(curve), level_(level), lo_(lo), hi_(hi), t_(t) {
  if (!t.is_exact() || (lo && !lo->is_exact()) || (hi && !hi->is_exact())) {
    throw std::logic_error("thresholds of tests must be exact");
  }
  // Ensures lo <= t <= hi. a(t) does not increase, so a smaller lo and a larger hi also satisfy a(lo) >= level >=
  // a(hi). lo > hi is possible only if a(t) equals the level at both.
  if (lo_) lo_ = min(*lo_, hi_ ? min(t, *hi_) : t);
  if (hi_) hi_ = max(*hi_, lo ? max(t, *lo) : t);
}

std::optional<Ball> TestBracket::only_loss(Bits p) const {
  if (!lo_ || !hi_) return std::nullopt;
  return curve_->only_loss(*lo_, *hi_, p);
}

Ball TestBracket::slopes(Bits p) const {
  if (const auto loss = only_loss(p)) return exp(*loss);
  if (!hi_) return Ball::indeterminate(p);
  const Ball least = lo_ ? exp(lo_->at(wider(p, lo_->precision()))) : Ball(p);
  return Ball::hull(least, exp(hi_->at(wider(p, hi_->precision()))));
}

Ball TestBracket::thresholds(Bits p) const {
  if (!lo_ || !hi_) return Ball::indeterminate(p);
  if (const auto loss = only_loss(p)) return *loss;
  return Ball::hull(*lo_, *hi_).at(p);
}

// Let l be the loss returned by only_loss(). No other loss lies between t and l. The result is t or lies strictly
// between t and l, so that no loss lies between t and the result.
Ball TestBracket::next_to_loss(Bits p) const {
  const auto loss = only_loss(p);
  if (!loss) return t_;
  const Ball little = exp(Ball::from_binary64(-0.6931 * static_cast<double>(p.n), p));
  const Ball before = (*loss - little).lower(), after = (*loss + little).upper();
  if (certainly_less(t_, before) && certainly_less(before, *loss)) return before;
  if (certainly_less(after, t_) && certainly_less(*loss, after)) return after;
  return t_;
}

TestSearch::TestSearch(Curve* curve, const std::optional<Rational>& level, ThresholdBracket bracket)
    : curve_(curve), level_(level), bracket_(std::move(bracket)) {}

TestBracket TestSearch::around(const Ball& t) const {
  return {curve_, level_, bracket_.lo(), t, bracket_.hi()};
}

TestSearch TestSearch::for_level(Curve& curve, const Rational& alpha, int digits,
                                 const Effort& effort) {
  const bool high = alpha > Rational(1, 2);
  const Rational rest = Rational(1) - alpha;
  const auto height = [=, at = &curve](const Ball& t, int n) {
    const Bits p = bits_for_digits(n) + 128;
    const Effort with = with_digits(effort, n);
    // For alpha near 1, compares the complements, which have relative accuracy. The distance is proportional to |alpha
    // - a(t)|.
    ThresholdBracket::Height out =
        high ? compared(Ball(rest, p), at->tail(TestTail::null_below, t, with).value)
             : compared(at->tail(TestTail::null_above, t, with).value, Ball(alpha, p));
    out.distance = std::fabs(std::expm1(high ? -out.value : out.value));
    return out;
  };
  const Composition::Location where = curve.location();
  return {&curve, alpha,
          ThresholdBracket(height, where.mean + where.deviation * rough_quantile(alpha),
                           first_step(curve), search_bits(digits), effort, &curve)};
}

// The sign of a(t) - b(t) shows on which side of the fixed point a* = f(a*) the level a(t) lies: f does not increase
// and f(a(t)) = b(t). If a(t) >= b(t), then f(a(t)) <= a(t), so that a(t) >= a*; similarly if a(t) <= b(t).
TestSearch TestSearch::for_balance(Curve& curve, int digits, const Effort& effort) {
  const auto height = [=, at = &curve](const Ball& t, int n) {
    const Effort with = with_digits(effort, n);
    const Ball a = at->tail(TestTail::null_above, t, with).value;
    const Ball b = at->tail(TestTail::alt_below, t, with).value;
    ThresholdBracket::Height out = decided(a, b);
    out.value = (a - b).approximate();
    const double small = std::min(a.approximate(), b.approximate());
    if (small > 0) out.value = std::log(a.approximate() / b.approximate());
    // If the two errors are nearly equal, the logarithm of their ratio in doubles has no digits. Computes their
    // relative difference from balls instead.
    if (small > 0 && std::fabs(out.value) < 1e-6) {
      out.value = ((a.midpoint() - b.midpoint()) / b.midpoint()).approximate();
    }
    if (!std::isfinite(out.value)) out.value = out.sign;
    return out;
  };
  return {&curve, std::nullopt,
          ThresholdBracket(height, 0, first_step(curve), search_bits(digits), effort, &curve)};
}

namespace {

// BOUND(TEST-ENDS)
// Statement.  Let no loss be infinite.
//             (a) Let all losses be at most l, let t < l, and let the null mass of L > t (or L >= t) be at least
//             alpha. Then 1 - f(alpha) = x alpha with x in [e^t, e^l]. For every s >= l, the line is 1 - delta(s) -
//             e^s alpha = 1 - e^s alpha.
//             (b) Let all losses be at least m, let t > m, and let the null mass of L <= t (or L < t) be at least 1 -
//             alpha. Then f(alpha) = x (1 - alpha) with x in [e^m, e^t]. For every s <= m, the line is 1 - delta(s) -
//             e^s alpha = e^s (1 - alpha).
// Needs.      No infinite loss; l and m bound all losses: Curve::extreme_loss. The null mass: checked here, in balls.
// Proof.      (a) By Neyman and Pearson a best test at level alpha rejects the largest losses, up to randomisation at
//             one loss. The null mass of L > t suffices, so that the test rejects only where t <= L <= l. There the
//             alternative has e^L times the null's mass. No loss exceeds s, so that delta(s) = 0. (b) Similarly the
//             best test accepts, with null mass 1 - alpha, only where m <= L <= t, and f(alpha) is the alternative's
//             mass there. All losses are at least s, so that delta(s) = E[e^L - e^s] = 1 - e^s.
// Source.     Neyman, Pearson 1933.
std::optional<CurvePoint> at_the_ends(Curve& curve, const Rational& alpha, bool one_minus_f,
                                      int digits, const Effort& effort) {
  const bool top = alpha < Rational(1, 2);
  const Rational small = top ? alpha : Rational(1) - alpha;
  const auto extreme = curve.extreme_loss(top);
  // TEST-ENDS is used only if alpha or 1 - alpha is at most this number.
  constexpr double kOften = 1e-3;
  // Without an atom, the mass at the largest loss is negligible, and digits there would be arbitrarily expensive.
  if (curve.has_density() || !extreme || small.approximate() > kOften) return std::nullopt;
  const Bits p = search_bits(digits);
  const Ball end = (*extreme)(p);
  const Ball gap = exp(Ball::from_binary64(-(digits + 1) * kLn10, p));
  const Ball t = (top ? (end - gap).lower() : (end + gap).upper()).midpoint();
  const Ball outside = top ? end.upper() : end.lower();
  const TestTail beyond = top ? TestTail::null_above : TestTail::null_below;
  const Enclosure mass = curve.tail(beyond, t, with_digits(effort, 3));
  if (!certainly_at_most(Ball(small, p), mass.value)) return std::nullopt;
  const auto written = [&](const Ball& share) {
    return top == one_minus_f ? share : Ball::integer(1, p) - share;
  };
  const Ball slopes = bound<"TEST-ENDS">(Ball::hull(exp(t.at(p)), exp(end)));
  const CurveLine line{outside, written(exp(outside.at(p)) * Ball(small, p))};
  return CurvePoint{written(slopes * Ball(small, p)), mass.budget, line, end.midpoint()};
}

}  // namespace

// BOUND(TEST-BRACKET)
// Statement.  Let a(t), g(t) be the masses under null and alternative of the test that rejects if L > t
//             (or, for all t, if L >= t). Let lo <= t <= hi and a(lo) >= alpha >= a(hi), alpha > 0; lo may be -inf,
//             with e^lo = 0 and any alpha <= 1.
//             (a) 1 - f(alpha) = g(t) + x (alpha - a(t)) for some x in [e^lo, e^hi].
//             (b) If the closed interval [lo, hi] contains no loss but l, this holds for x = e^l; if it contains
//             none, for every x.
//             (c) If s = t, or no loss lies between s and t, ends included, then the line at s is 1 - delta(s) - e^s
//             alpha = 1 - g(t) - e^s (alpha - a(t)).
// Needs.      lo <= t <= hi and both inequalities: TestBracket and TestSearch, in balls. The losses in [lo, hi] and
//             between s and t: TestBracket, from the lattice of all losses.
// Proof.      By Neyman and Pearson a best test at level alpha rejects the largest losses, up to randomisation at one
//             loss. By the bracket, that loss lies in [lo, hi], or [lo, hi] has no mass and the best test is the test
//             at t. The best test differs from the test at t only on losses in [lo, hi], where the alternative has e^L
//             times the mass of the null, and one of the two tests always rejects more. Its null mass differs by alpha
//             - a(t). This proves (a), and (b) with L = l wherever the tests differ; if no loss lies in [lo, hi], they
//             are the same test. Let lo = -inf and let alpha exceed the null mass of L > -inf. Then f(alpha) = 0, and
//             1 - g(t) is the alternative's mass of -inf < L <= t. This mass is at most e^t times the null's mass
//             there, which is at most alpha - a(t): x is between 0 and e^t. (c) a(s) = a(t) and g(s) = g(t), and
//             delta(s) = g(s) - e^s a(s) for either test.
// Source.     Neyman, Pearson 1933; f = 1 - g is its definition.
CurvePoint curve_point(const TestBracket& bracket, bool one_minus_f, int digits,
                       const Effort& effort) {
  if (!bracket.level()) throw std::logic_error("a bracket of the fixed point has no level");
  const Rational alpha = *bracket.level(), rest = Rational(1) - alpha;
  const bool high = alpha > Rational(1, 2);
  Curve& curve = bracket.curve();
  const Effort sharper = with_digits(effort, digits + 2);
  const Ball& t = bracket.test();
  const Enclosure null_tail =
      curve.tail(high ? TestTail::null_below : TestTail::null_above, t, sharper);
  const Enclosure alt_tail =
      curve.tail(one_minus_f ? TestTail::alt_above : TestTail::alt_below, t, sharper);
  const Bits p = wider(alt_tail.value.precision(), search_bits(digits));
  const Ball missing = high ? null_tail.value - Ball(rest, p) : Ball(alpha, p) - null_tail.value;
  const auto along = [&](const Ball& x) {
    return one_minus_f ? alt_tail.value + x * missing : alt_tail.value - x * missing;
  };
  const Ball value = along(bound<"TEST-BRACKET">(bracket.slopes(p)));
  const Ball s = bracket.next_to_loss(p);
  const CurveLine line{s, along(exp(s.at(wider(p, s.precision()))))};
  return {value, alt_tail.budget, line, s};
}

CurvePoint curve_point(Curve& curve, const Rational& alpha, bool one_minus_f, int digits,
                       const Effort& effort) {
  if (const auto end = at_the_ends(curve, alpha, one_minus_f, digits, effort)) return *end;
  TestSearch search = TestSearch::for_level(curve, alpha, digits, effort);
  CurvePoint best{Ball::indeterminate(search_bits(digits)), {}, std::nullopt, search.best()};
  double log_width = -(digits / 2.0 + 1) * kLn10;
  int search_digits = digits / 2 + 3;
  double last_digits = -1;
  for (int round = 0; round < 6; ++round) {
    search.narrow(log_width, search_digits);
    if (search.blind()) break;
    const CurvePoint found = curve_point(search.around(search.best()), one_minus_f, digits, effort);
    const bool finite = found.value.is_finite();
    if (finite && (!best.value.is_finite() || found.value.radius() <= best.value.radius())) {
      best = found;
    }
    const double known = best.value.is_finite() ? best.value.relative_digits() : 0;
    if (known >= digits || effort.expired() || (round > 1 && known < last_digits + 0.5)) break;
    last_digits = known;
    const double lacking = digits - known;
    // Refines what limits the digits of the result: the tails or the bracket.
    log_width -= (lacking + 0.5) * kLn10;
    search_digits = std::min(digits + 3, search_digits + static_cast<int>(lacking) + 1);
  }
  return best;
}

}  // namespace plumbline
