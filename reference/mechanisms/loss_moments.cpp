#include "reference/mechanisms/loss_moments.hpp"

#include <algorithm>
#include <cmath>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/contradiction.hpp"
#include "reference/mechanisms/transform_interpolated.hpp"

namespace plumbline {
namespace {

/// Returns the coefficients 0 .. 2 of the polynomial of degree values.size() - 1 through (k^2, values[k-1]).
std::vector<Ball> lowest_coefficients(std::vector<Ball> values, Bits p) {
  const size_t n = values.size();
  const auto node = [](size_t i) { return static_cast<long>((i + 1) * (i + 1)); };
  for (size_t j = 1; j < n; ++j) {  // Newton's divided differences
    for (size_t i = n - 1; i >= j; --i) {
      values[i] = (values[i] - values[i - 1]) / (node(i) - node(i - j));
    }
  }
  std::vector<Ball> low(3, Ball(p));
  for (size_t i = n; i-- > 0;) {  // low <- low * (x - node_i) + value_i
    for (size_t k = 3; k-- > 0;) {
      low[k] = low[k] * -node(i) + (k > 0 ? low[k - 1] : values[i]);
    }
  }
  return low;
}

/// Returns the largest power of two R with K(tilt -+ R) of order 1. R is only used in heuristics.
double analytic_radius(const LossMeasure& pair, int tilt) {
  const auto small = [&](double R) {
    return pair.log_transform(tilt + R) < 1 && pair.log_transform(tilt - R) < 1;
  };
  double R = 1;
  while (R > 1e-12 && !small(R)) R /= 2;
  while (R < 64 && small(2 * R)) R *= 2;
  return R;
}

/// Returns the moments 0 .. 6 from the coefficients of the two polynomials in k^2 of LOSS-MOMENTS.
std::vector<Ball> moments_from(const std::vector<Ball>& even, const std::vector<Ball>& odd,
                               const Ball& D) {
  std::vector<Ball> moments{Ball::integer(1, D.precision())};
  Ball scale = Ball::integer(1, D.precision());
  long factorial = 1;
  for (long n = 1; n <= 6; ++n) {
    factorial *= n;
    const auto i = static_cast<size_t>((n - 1) / 2);
    const bool is_odd = n % 2 == 1;
    if (is_odd && i > 0) scale = scale * square(D);
    const bool negative = is_odd ? i % 2 == 1 : i % 2 == 0;
    const Ball m = (is_odd ? odd : even)[i] * factorial / scale;
    moments.push_back(negative ? -m : m);
  }
  return moments;
}

}  // namespace

std::vector<Ball> loss_moments(const LossMeasure& pair, int tilt, Bits p, const Poll& poll) {
  const auto nodes = static_cast<size_t>(p.n / 4 + 8);
  return loss_moments(pair, tilt, MomentNodes{analytic_radius(pair, tilt), 8, nodes}, p, poll);
}

// BOUND(LOSS-MOMENTS)
// Statement.  Let m_n = E[L^n], y_k = kD for k = 1 .. J, JD < R, M = max(K(tilt - R), K(tilt + R))
//             and q_k = (y_k/R)^{2J} / (1 - (y_k/R)^2). The values
//
//                 (Re K(tilt + i y_k) - 1)/y_k^2   up to M q_k/R^2, and
//                 Im K(tilt + i y_k)/y_k           up to M q_k/R,
//
//             are the values of polynomials in k^2 of degree J - 1 with the coefficients, for i = 0 .. J - 1,
//
//                 (-1)^{i+1} m_{2i+2} D^{2i}/(2i+2)!   and   (-1)^i m_{2i+1} D^{2i}/(2i+1)!.
//
// Needs.      (a) R > 0, JD < R, J >= 3: checked here (indeterminate otherwise). tilt +- R are doubles, or are rounded
//             to doubles left and right. R is then the smaller of the distances of left and right from tilt, and M the
//             larger of K(left) and K(right), which is at least the maximum in the statement because K is convex. (b)
//             The loss is finite: the caller removes infinite losses.
// Proof.      K(tilt + s) = sum m_n s^n/n! is entire and |K(tilt + s)| <= K(tilt + Re s). The right side is convex in
//             Re s, so it is at most M on |s| = R. Cauchy's estimate gives |m_n|/n! <= M R^{-n}. With s = iy the even
//             terms give
//
//                 (Re K - 1)/y^2 = sum_{i>=0} (-1)^{i+1} m_{2i+2} y^{2i}/(2i+2)!,
//
//             whose terms with i >= J sum to at most M R^{-2} sum_{i>=J} (y/R)^{2i}. The odd terms are bounded in the
//             same way, with R^{-1}. A polynomial of degree J - 1 is a linear function of its J values, so ball
//             arithmetic encloses the coefficients of the exact polynomial.
// Source.     Cauchy's estimate; Newton's divided differences.
std::vector<Ball> loss_moments(const LossMeasure& pair, int tilt, const MomentNodes& nodes, Bits p,
                               const Poll& poll) {
  const size_t J = nodes.count;
  const Bits work = p + 4 * static_cast<long>(J) + 64, b{64};
  const double left = tilt - nodes.radius, right = tilt + nodes.radius;
  const Ball at = Ball::integer(tilt, work);
  const Ball radius =
      min(at - Ball::from_binary64(left, work), Ball::from_binary64(right, work) - at).lower();
  if (J < 3 || !(nodes.share > 1) || !certainly_positive(radius)) {
    return std::vector<Ball>(7, Ball::indeterminate(work));
  }
  const Ball D =
      (radius / Ball::from_binary64(nodes.share * static_cast<double>(J), work)).midpoint();
  const ComplexVector values = pair.transform_on_line(tilt, D, J + 1, work, poll).values;
  const UpperBound M = UpperBound::of(max(pair.transform(left, b), pair.transform(right, b)));
  const auto bounded = [](const UpperBound& e) { return bound<"LOSS-MOMENTS">(e); };
  std::vector<Ball> even, odd;
  for (size_t k = 1; k <= J; ++k) {
    const Ball y = D * static_cast<long>(k);
    const Ball ratio = square(y.at(b) / radius), rest = Ball::integer(1, b) - ratio;
    if (!certainly_positive(rest)) return std::vector<Ball>(7, Ball::indeterminate(work));
    const Ball q = power(ratio, Rational(static_cast<long>(J))) / rest / radius;
    const UpperBound error = M * UpperBound::of(q);
    const ComplexBall value = values[k];
    even.push_back(widen((value.real() - 1) / square(y),
                         bounded(error * UpperBound::of(Ball::integer(1, b) / radius))));
    odd.push_back(widen(value.imag() / y, bounded(error)));
  }
  return moments_from(lowest_coefficients(even, work), lowest_coefficients(odd, work), D);
}

// BOUND(TRANSFORM-BETWEEN)
// Statement.  Let c0 < c1 <= c <= c2 < c3 and c1 < c2. Then log K(c) is at most the chord of log K from c1 to c2 at
//             c. It is at least the values at c of the lines through the values of log K at c0, c1 and at c2, c3.
// Needs.      The order of c0, ..., c3 and c: checked here with exact numbers (indeterminate otherwise).
// Proof.      log K is convex (Hoelder). A convex function is below each chord between its ends, and above it
//             outside.
// Source.     Elementary.
Ball transform_between(const LossMeasure& pair, const Rational& c, const double (&at)[4], Bits p) {
  const auto exactly = [](double x) { return Rational::from_binary64(x); };
  const bool ordered = at[0] < at[1] && at[1] < at[2] && at[2] < at[3] && !(exactly(at[1]) > c) &&
                       !(exactly(at[2]) < c);
  if (!ordered || !std::isfinite(at[0]) || !std::isfinite(at[3])) return Ball::indeterminate(p);
  const Ball x(c, p);
  std::vector<Ball> place, height;
  for (const double a : at) {
    place.push_back(Ball::from_binary64(a, p));
    height.push_back(log(pair.transform(a, p)));
  }
  const auto line = [&](size_t i, size_t j) {
    return height[i] + (height[j] - height[i]) * (x - place[i]) / (place[j] - place[i]);
  };
  const Ball below = max(line(0, 1), line(2, 3)).lower(), above = line(1, 2).upper();
  if (certainly_less(above, below)) {
    throw Contradiction("log K(" + c.text() + ") lies below " + above.decimal_bounds(25).second +
                        " and above " + below.decimal_bounds(25).first);
  }
  return exp(bound<"TRANSFORM-BETWEEN">(Ball::hull(below, above)));
}

Ball transform_at(const LossMeasure& pair, const Rational& c, Bits p) {
  const double near = c.approximate();
  if (Rational::from_binary64(near) == c) return pair.transform(near, p);
  // Between neighbouring doubles convexity determines approximately 32 digits.
  constexpr long kNarrow = 160;
  if (p.n > kNarrow) {
    return transform_interpolated(pair, c, choose_interpolation(pair, c, p), p);
  }
  const double infinity = HUGE_VAL;
  double c1 = near, c2 = near;
  if (Rational::from_binary64(near) < c) {
    c2 = std::nextafter(near, infinity);
  } else {
    c1 = std::nextafter(near, -infinity);
  }
  while (Rational::from_binary64(c1) > c) c1 = std::nextafter(c1, -infinity);
  while (Rational::from_binary64(c2) < c) c2 = std::nextafter(c2, infinity);
  const Bits work = p + 128;  // the doubles are close to each other
  // Uses neighbours, not c1 - (c2 - c1), which equals c1 if the doubles are sparser on that side.
  const double c0 = std::nextafter(c1, -infinity), c3 = std::nextafter(c2, infinity);
  return transform_between(pair, c, {c0, c1, c2, c3}, work);
}

}  // namespace plumbline
