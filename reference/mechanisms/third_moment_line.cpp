#include "reference/mechanisms/third_moment_line.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/heuristics.hpp"
#include "reference/mechanisms/loss_moments.hpp"

namespace plumbline {
namespace {

constexpr Bits kBoundBits{64};
constexpr double kInf = std::numeric_limits<double>::infinity();

/// Returns the approximate standard deviation of L, from log K near the tilt.
double deviation(const LossMeasure& K, int tilt) {
  for (double h = 1e-3; h < 1e9; h *= 4) {
    const double second = K.log_transform(tilt + h) + K.log_transform(tilt - h);
    if (second > 1e-6) return std::sqrt(second) / h;
  }
  return 0;
}

/// Returns the bound E[(t - L)_+^3] <= (3/(e |x|))^3 E[e^{x (L - t)}], x < 0; indeterminate if tilt + x is not exact.
Ball chernoff(const LossMeasure& K, int tilt, const Ball& t, double x) {
  const Bits p = kBoundBits;
  const Ball at = exact(x, p), ratio = Ball::integer(3, p) / (abs(at) * exp(Ball::integer(1, p)));
  // The double tilt + x may have been rounded.
  const double shifted = tilt + x;
  if (!certainly_at_most(abs(exact(shifted, p) - tilt - at), Ball(p))) {
    return Ball::indeterminate(p);
  }
  return power(ratio, Rational(3)) * K.transform(shifted, p) * exp(-(at * t.at(p)));
}

/// Rounds x to so few bits that tilt + x is exact.
double short_place(double x) { return rounded(x, 20); }

}  // namespace

ThirdMomentRule third_moment_rule(const LossMeasure& K, int tilt, double t, Bits p) {
  ThirdMomentRule out;
  const double size = deviation(K, tilt);
  if (!(size > 0) || !std::isfinite(size)) return out;
  const double depth = static_cast<double>(p.n) * kLn2 + 8;
  out.c = short_place(-1.5 / size);
  const auto log_top = [&](double x) {
    return 3 * std::log(1 / std::fabs(x * size)) + K.log_transform(tilt + x) - x * t;
  };
  double period = kInf;
  for (double share = 0.05; share < 0.6; share *= 1.5) {
    const double x = short_place(out.c * share);
    const double own = (depth + std::max(0.0, log_top(x))) / (x - out.c);
    if (own < period) period = own, out.near = x;
  }
  double far = kInf;
  for (double times = 1.5; times < 200; times *= 1.3) {
    const double x = short_place(out.c * times);
    const double own = (depth + std::max(0.0, log_top(x))) / (out.c - x);
    if (own < far) far = own, out.far = x;
  }
  period = std::max(period, far);
  if (!std::isfinite(period)) return out;
  out.step = rounded_down(2 * M_PI / period, 20);
  constexpr long kMost = 20000;
  const double need = depth + std::max(0.0, log_top(out.c));
  for (double n = 16; n < kMost; n *= 1.2) {
    if (-K.log_decay(tilt + out.c, n * out.step) < need) continue;
    out.last = static_cast<long>(n);
    break;
  }
  return out;
}

// BOUND(THIRD-MOMENT-LINE)
// Statement.  Let M(s) = E[e^{sL}] under P (tilt 0: M(s) = K(s)) or Q (tilt 1: M(s) = K(1 + s)), s_k = c + i k D, far
//             < c < near < 0 and Lambda = 2 pi/D. Then
//
//                 E[(t - L)_+^3] = (D/pi) Re sum'_{k=0}^n 6 M(s_k) e^{-s_k t}/s_k^4,
//
//             where the first term is halved, up to an error of at most the sum over x = near and x = far of
//
//                 (3/(e |x|))^3 M(x) e^{-xt}/(e^{|x - c| Lambda} - 1)
//
//             plus 2 M(c) e^{-ct} d/(pi n^3 D^3), where d is a bound of |M(c+iy)|/M(c) for y >= (n+1) D.
// Needs.      far < c < near < 0, D > 0, n >= 1, and tilt + c, tilt + near, tilt + far are exact doubles: checked
//             here (indeterminate otherwise). The loss is finite: the caller guarantees this.
// Proof.      Let F(u) = E[(u - L)_+^3]. For each x < 0, F(u) is at most (3/(e|x|))^3 M(x) e^{-xu}, because v_+^3 <=
//             (3/(e|x|))^3 e^{|x| v}. So F(u) e^{cu} is continuous and decays exponentially at both ends. Its Fourier
//             transform is
//
//                 E int_L^inf (u - L)^3 e^{su} du = 6 M(s)/s^4,   s = c + iy, c < 0,
//
//             and decays like y^-4. By Poisson summation, the sum over all nodes equals the sum of F(t + m Lambda)
//             e^{c m Lambda} over all integers m. For m > 0 the bound of F with x = near gives a geometric series;
//             for m < 0 the bound with x = far does. For the nodes beyond n use |s_k| >= k D and sum_{k>n} k^-4 <=
//             1/(3 n^3).
// Source.     Poisson summation, Chernoff's bound; this form is this project's.
Ball third_moment_below(const LossMeasure& K, int tilt, const Ball& t, const ThirdMomentRule& rule,
                        Bits p) {
  const bool ordered = rule.far < rule.c && rule.c < rule.near && rule.near < 0;
  if (!ordered || !(rule.step > 0) || rule.last < 1) return Ball::indeterminate(p);
  const Bits b = kBoundBits, work = p + 16;
  const Ball c = exact(rule.c, work), D = exact(rule.step, work), pi = Ball::pi(work);
  UpperBound error;
  for (const double x : {rule.near, rule.far}) {
    const Ball gap = abs(exact(x, b) - c.at(b)) * Ball::pi(b) * 2 / D.at(b);
    error = error + UpperBound::of(chernoff(K, tilt, t, x) / expm1(gap));
  }
  const double at = tilt + rule.c;
  const double T = rule.step * static_cast<double>(rule.last + 1) * (1 - 1e-12);
  // `top` is M(c) e^{-ct}, because the factor `ratio`^3 cancels that of chernoff(), which also checks that tilt + c is
  // exact.
  const Ball ratio = abs(c.at(b)) * exp(Ball::integer(1, b)) / 3;
  const Ball top = chernoff(K, tilt, t, rule.c) * power(ratio, Rational(3));
  const Ball n3 = power(Ball::integer(rule.last, b), Rational(3));
  const Ball D3 = power(D.at(b), Rational(3));
  error = error + UpperBound::of(top * K.decay(at, T, b) * 2 / (Ball::pi(b) * n3 * D3));
  const size_t count = static_cast<size_t>(rule.last) + 1;
  const ComplexVector values = K.transform_on_line(at, D, count, work, [] {}).values;
  Ball sum(work);
  for (size_t k = 0; k < count; ++k) {
    const ComplexBall s(c, D * static_cast<long>(k)), s2 = s * s;
    const Ball term = (values[k] * exp(s * -t.at(work)) / (s2 * s2)).real();
    sum += k == 0 ? term / 2 : term;
  }
  return widen(sum * D * 6 / pi, bound<"THIRD-MOMENT-LINE">(error));
}

// (x)_+^3 = x^3 + (-x)_+^3.
Ball third_moment_by_line(const LossMeasure& K, int tilt, const Ball& t, Bits p) {
  const Ball below =
      third_moment_below(K, tilt, t, third_moment_rule(K, tilt, t.approximate(), p), p);
  if (!below.is_finite()) return below;
  const std::vector<Ball> m = loss_moments(K, tilt, p, [] {});
  return m[3] - t * m[2] * 3 + square(t) * m[1] * 3 - square(t) * t + below;
}

}  // namespace plumbline
