#include "reference/mechanisms/transform_interpolated.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "reference/arithmetic/bound.hpp"

namespace plumbline {

Interpolation choose_interpolation(const LossMeasure& pair, const Rational& c, Bits p) {
  const double centre = c.approximate(), height = pair.log_transform(centre);
  const auto moderate = [&](double R) {
    return pair.log_transform(centre + R) < height + 2 &&
           pair.log_transform(centre - R) < height + 2;
  };
  double R = 1;
  while (R > 1e-12 && !moderate(R)) R /= 2;
  while (R < 64 && moderate(2 * R)) R *= 2;
  constexpr int kNarrower = 16;  // an estimate of the bits that each node adds
  const double ulp = std::nextafter(std::fabs(centre), HUGE_VAL) - std::fabs(centre);
  const double spacing = std::max(std::ldexp(R, -kNarrower), 4 * ulp);
  const double each = std::max(1.0, std::log2(R / spacing) - 5);
  const int nodes = 3 + static_cast<int>(std::min(static_cast<double>(p.n) / each, 4000.0));
  return {centre, spacing, R, nodes};
}

// BOUND(TRANSFORM-INTERPOLATED)
// Statement.  Let m be the centre, x_1, ..., x_n different doubles, and R > r, where r >= |c - m| and r >= |x_j - m|
//             for all j. Then K(c) differs from the polynomial of degree n - 1 through the points (x_j, K(x_j)) by at
//             most
//                 max(K(m - R), K(m + R)) prod_j |c - x_j| / (R - r)^n.
// Needs.      K is entire: true for every pair of finite losses. The nodes are different and R > r: checked here
//             (indeterminate otherwise). m - R and m + R are doubles, or are replaced by doubles: the code uses R =
//             min(m - left, right - m) for the doubles left and right.
// Proof.      The difference is K^(n)(x) prod_j (c - x_j)/n! for some x in the interval spanned by the nodes and c.
//             The disc of radius R - r around x lies in the disc of radius R around m. There |K(s)| <= K(Re s), which
//             is convex and therefore at most the larger of the values at the two ends. Cauchy's estimate bounds
//             K^(n)(x)/n! by that maximum divided by (R - r)^n.
// Source.     Elementary.
Ball transform_interpolated(const LossMeasure& pair, const Rational& c, const Interpolation& at,
                            Bits p) {
  const Bits work = p + 32, b{64};
  const Ball nothing = Ball::indeterminate(p), x(c, work), m = Ball::from_binary64(at.centre, work);
  std::vector<Ball> nodes, values;
  Ball reach = abs(x - m);
  for (int j = -at.nodes / 2; j < at.nodes - at.nodes / 2; ++j) {
    const double node = at.centre + j * at.spacing;
    if (!nodes.empty() && !certainly_less(nodes.back(), Ball::from_binary64(node, work))) {
      return nothing;
    }
    nodes.push_back(Ball::from_binary64(node, work));
    values.push_back(pair.transform(node, work));
    reach = max(reach, abs(nodes.back() - m));
  }
  const double left = at.centre - at.radius, right = at.centre + at.radius;
  const Ball R = min(m - Ball::from_binary64(left, work), Ball::from_binary64(right, work) - m);
  const Ball rest = (R - reach).lower();
  if (nodes.empty() || !certainly_positive(rest)) return nothing;
  Ball sum(work), product = Ball::integer(1, b);
  for (size_t j = 0; j < nodes.size(); ++j) {
    Ball term = values[j];
    for (size_t i = 0; i < nodes.size(); ++i) {
      if (i != j) term = term * ((x - nodes[i]) / (nodes[j] - nodes[i]));
    }
    sum += term;
    product = product * ((x - nodes[j]).at(b) / rest);
  }
  const Ball M = max(pair.transform(left, b), pair.transform(right, b));
  return widen(sum, bound<"TRANSFORM-INTERPOLATED">(UpperBound::of(M * product))).rounded(p);
}

}  // namespace plumbline
