/// Integrates along the vertical part of KNOTS-PATH.
#include <algorithm>
#include <cmath>

#include "reference/arithmetic/bound.hpp"
#include "reference/engines/knots/knots_path.hpp"

namespace plumbline::knots {

// BOUND(KNOTS-UP)
// Statement.  The Gauss rule of a panel on the vertical part has an error of at most its half length times
//             GAUSS-ELLIPSE with
//                 M = 2 max over x in {left, right} of prod K_i(x)^{N_i} e^{t (sigma - x)}
//             divided by the smallest |d| on a rectangle around the ellipse of the panel.
// Needs.      This rectangle lies in left <= Re s <= right and contains no pole of 1/d: checked here and in
//             reciprocal (indeterminate otherwise).
// Proof.      |K_i(s)| <= K_i(Re s) and |A_i(s)| <= A_i(Re s) <= K_i(Re s). log K_i is convex, and so is its sum with
//             a linear function. So the largest value is at an end.
// Slack.      At least 5000 times in 240 coarse evaluations (laplace, b = 1/8 .. 2, c = 5, 1 .. 16 points a panel):
//             the continuous part is small relative to 2 K, and the largest values on the ellipses are bounded
//             separately and added.
// Source.     Elementary.
Ball Evaluation::way_up() {
  const Bits p = plan_.bits;
  const auto rule = gauss_legendre(plan_.points, p, poll_);
  const Ball M = max(size_at(plan_.left), size_at(plan_.right)) * 2;
  Ball total(p);
  double y = 0;
  while (y < plan_.height) {
    poll_();
    double pole = kInf;
    for (const fourier::Pole& q : fourier::poles(kernel_)) {
      pole = std::min(pole, std::hypot(plan_.c - q.s0, y));
    }
    double half = std::min(plan_.panel, 0.3 * pole);
    // The lengths of panels are powers of two, so that they are exact and tables of exponentials are valid for many
    // panels.
    half = half >= plan_.panel ? plan_.panel : std::exp2(std::floor(std::log2(half)));
    const double next = std::min(y + 2 * half, plan_.height);
    if (!(next > y)) return Ball::indeterminate(p);  // the panels are too short for doubles
    const Segment at{plan_.c, 0, 0, 1, y, next};
    const Box box = box_around(at, kRho);
    const bool inside = certainly_at_most(exact(plan_.left, kBoundBits), box.x1) &&
                        certainly_at_most(box.x2, exact(plan_.right, kBoundBits));
    const Ball size =
        inside ? M * reciprocal(box.x1, box.x2, box.y1) : Ball::indeterminate(kBoundBits);
    discretisation_ =
        discretisation_ + bound<"KNOTS-UP">(UpperBound::of(gauss_error(plan_.points, kRho, size) *
                                                           at.half(kBoundBits).imag()));
    total += up_panel(at, *rule);
    y = next;
    ++panels_;
  }
  return total;
}

Ball Evaluation::size_at(double x) const {
  const Bits p = kBoundBits + 32;
  Ball out = exp(t_.at(p) * (Ball::integer(sigma(), p) - exact(x, p)));
  for (const Steps& s : steps_) {
    out = out * power(measure_of(*s.mechanism).transform(x, p), Rational(s.count));
  }
  return out.upper().at(kBoundBits);
}

Ball Evaluation::up_panel(const Segment& at, const GaussRule& rule) {
  const Bits p = plan_.bits;
  ComplexVector product(rule.nodes.size(), p), atoms(rule.nodes.size(), p);
  bool started = false;
  for (const Steps& s : steps_) {
    const double log_tolerance = measure_of(*s.mechanism).log_transform(plan_.c) - plan_.depth - 3 -
                                 std::log(static_cast<double>(s.count));
    ComplexVector K =
        s.expansion->transforms(plan_.c, plan_.height, at, rule, log_tolerance, p, poll_);
    const ComplexBall low(s.expansion->position(Endpoint::low, p)),
        high(s.expansion->position(Endpoint::high, p));
    const Ball u = s.expansion->mass(Endpoint::low, p), v = s.expansion->mass(Endpoint::high, p);
    ComplexVector A(K.size(), p);
    for (size_t k = 0; k < K.size(); ++k) {
      const ComplexBall z = at.node(rule.nodes[k].at(p));
      A.set(k, exp(z * low) * u + exp(z * high) * v);
    }
    K.raise(Rational(s.count));
    A.raise(Rational(s.count));
    if (started) {
      product.multiply(K);
      atoms.multiply(A);
    } else {
      product = std::move(K);
      atoms = std::move(A);
      started = true;
    }
  }
  ComplexBall sum(p);
  for (size_t k = 0; k < product.size(); ++k) {
    const ComplexBall z = at.node(rule.nodes[k].at(p));
    const ComplexBall tilt = exp((ComplexBall(Ball::integer(sigma(), p)) - z) * t_) *
                             fourier::reciprocal_denominator(kernel_, z);
    sum = sum + (product[k] - atoms[k]) * tilt * rule.weights[k];
  }
  return (sum * at.half(p)).imag();
}

}  // namespace plumbline::knots
