#include "reference/mechanisms/allocation/allocation_line.hpp"

#include <cmath>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/functions/complex_gamma.hpp"
#include "reference/arithmetic/vectors/chirp_sums.hpp"
#include "reference/arithmetic/vectors/polled.hpp"
#include "reference/mechanisms/allocation/allocation_plan.hpp"

namespace plumbline::allocation {
namespace {

constexpr Bits kBoundBits{64};

/// Data that all quadrature rules share: the distribution, c, and the order n.
struct Setting {
  const AllocationLaw& law;
  Ball a;  ///< n - c, exact
  std::vector<Summand> terms;
  const StepValues& step;

  Ball mu2(Bits p) const { return square(Ball(law.mu, p)); }
};

/// Returns the terms of e^{av} G(v) for real v; each is positive.
std::vector<Ball> sizes_at(const Setting& s, const Ball& v) {
  const Bits p = s.step.grid().bits;
  std::vector<Ball> phi;
  for (int k = 0; k <= kMostOrder; ++k) phi.emplace_back(p);
  std::vector<bool> known(kMostOrder + 1, false);
  std::vector<Ball> out;
  for (const Summand& term : s.terms) {
    Ball product = exp(s.a.at(p) * v + s.mu2(p) * term.quadratic) * Ball(term.weight, p);
    for (const Summand::Factor& f : term.factors) {
      const size_t k = static_cast<size_t>(f.shift);
      if (!known[k]) phi[k] = s.step.at(v + s.mu2(p) * f.shift);
      known[k] = true;
      product = product * power(phi[k], f.power);
    }
    out.push_back(product);
  }
  return out;
}

// BOUND(ALLOCATION-ENDS)
// Statement.  Let f be a term of e^{av} G(v), and let the rule have the step h and the nodes j h. Let v_j = j h + log
//             cos(angle). The sum of f(v_j) over the omitted j > last is at most
//
//                 f(v_{last+1})/(1 - q),   q = f(v_{last+1})/f(v_last),
//
//             if q < 1. The sum over the omitted j < first has the mirror-image bound. The value of ALLOCATION-ENDS is
//             h times the sum of these bounds over both sides and all terms f. Multiplied by cos(angle)^-a, this value
//             bounds the omitted part of the trapezoid sum of e^{au} G(u) on the ray.
// Needs.      q < 1: checked here (infinite otherwise).
// Proof.      Let X be exponential with mean 1. Phi(v) = P(X t/Y > e^v) is the survival function of log X + log t -
//             log Y. The density e^{w - e^w} of log X and the normal density of log Y are log-concave. Hence the
//             density of the sum and its survival function Phi are log-concave (Prekopa). f is a product of powers of
//             Phi at shifted places and of e^{av}, so that f is log-concave. Hence f(v_{j+1})/f(v_j) decreases in j,
//             and geometric sums bound the sums. On the ray |Phi(v - i theta)| <= Phi(v + log cos theta), because
//             |e^{-x}| = e^{-Re x}. The factor e^{av} is cos(theta)^-a e^{a(v + log cos theta)}, where the caller
//             multiplies by cos(theta)^-a.
// Source.     Prekopa 1973; its use here is this project's.
UpperBound left_out(const Setting& s, const Ray& ray) {
  const Bits p = s.step.grid().bits;
  const Ball h = exact(ray.step, p), turned = log(cos(exact(ray.angle, p)));
  const auto at = [&](long j) { return sizes_at(s, h * j + turned); };
  const Ball one = Ball::integer(1, p);
  UpperBound sum;
  for (const bool right : {true, false}) {
    const std::vector<Ball> inner = at(right ? ray.last : ray.first);
    const std::vector<Ball> outer = at(right ? ray.last + 1 : ray.first - 1);
    for (size_t i = 0; i < inner.size(); ++i) {
      const Ball q = outer[i] / inner[i];
      if (!certainly_less(q, one)) return UpperBound::infinite();
      sum = sum + UpperBound::of(outer[i] / (one - q.upper()));
    }
  }
  return bound<"ALLOCATION-ENDS">(sum * UpperBound::of(h));
}

/// Returns, at the nodes of the rule, e^{au} h times the prefactor of one summand of G: its weight times e^{quadratic
/// mu^2}.
ComplexVector exponentials(const Setting& s, const Summand& term, const Ray& ray,
                           const Poll& poll) {
  const Bits p = s.step.grid().bits;
  const Ball h = exact(ray.step, p), angle = exact(ray.angle, p);
  ComplexVector out(ray.size(), p);
  const Ball scale = exp(s.mu2(p) * term.quadratic) * Ball(term.weight, p) * h;
  for (size_t j = 0; j < ray.size(); ++j) {
    const Ball v = h * (ray.first + static_cast<long>(j));
    out.set(j, exp(ComplexBall(v, -angle) * s.a.at(p)) * scale);
    if (j % 256 == 0) poll();
  }
  return out;
}

/// Returns e^{au} G(u) h at the nodes of the rule.
ComplexVector weights_on(const Setting& s, const Ray& ray, const Poll& poll) {
  std::vector<ComplexVector> phi(kMostOrder + 1);
  ComplexVector sum(ray.size(), s.step.grid().bits);
  for (const Summand& term : s.terms) {
    ComplexVector product = exponentials(s, term, ray, poll);
    for (const Summand::Factor& f : term.factors) {
      ComplexVector& known = phi[static_cast<size_t>(f.shift)];
      if (known.size() == 0) {
        known = s.step.at({ray.angle, ray.step, ray.first, ray.size(), f.shift}, poll);
      }
      ComplexVector powered(known);
      raise(&powered, f.power, poll);
      product.multiply(powered);
      poll();
    }
    sum.add(product);
  }
  return sum;
}

/// Returns 1/(e^{2 pi b/h} - 1): the error of a trapezoid rule with step h is at most this factor times the integral
/// over each edge of the strip of analyticity, at distance b.
Ball edge_share(double b, double h) {
  const Bits p = kBoundBits;
  if (!(b > 0 && h > 0)) return Ball::indeterminate(p);
  return Ball::integer(1, p) / expm1(Ball::pi(p) * 2 * exact(b, p) / exact(h, p));
}

/// Returns the log of cos(angle)^-a; indeterminate unless |angle| < pi/2.
Ball log_turn(const Ball& a, const Ball& angle) {
  const Ball cosine = cos(angle);
  if (!certainly_less(abs(angle), Ball::pi(kBoundBits) / 2)) {
    return Ball::indeterminate(kBoundBits);
  }
  return -(a.at(kBoundBits) * log(cosine));
}

Ball difference(int order, double c, Bits p) { return Ball::integer(order, p) - exact(c, p); }

}  // namespace

// BOUND(ALLOCATION-REAL)
// Statement.  The trapezoid sum of e^{av} G(v) over all nodes, divided by Gamma(a), lies between K(c) (1 - eps) and
//             K(c) (1 + eps), where
//
//                 eps = 2 cos(b)^-a/(e^{2 pi b/h} - 1),   0 < b < pi/2.
//
//             The sum of the rule, over finitely many nodes and divided by Gamma(a), is smaller by at most
//             ALLOCATION-ENDS/Gamma(a).
// Needs.      (a) a = n - c > 0, h > 0, b > 0, and the grid has a reasonable size: checked here and in edge_share.
//             (b) b < pi/2: checked in log_turn. The result is indeterminate otherwise. (c) eps < 1: checked here.
// Proof.      e^{au} G(u) is analytic in |Im u| < pi/2. |Phi(v - i theta)| <= Phi(v + log cos theta), and the weights
//             of G are positive. Hence, on Im u = -theta,
//
//                 int |e^{au} G(u)| dv <= int e^{av} G(v + log cos theta) dv
//                                      = cos(theta)^-a int e^{av} G(v) dv
//                                      = cos(theta)^-a Gamma(a) K(c).
//
//             In the contour form of the trapezoid error each edge of the strip contributes at most its integral
//             divided by e^{2 pi b/h} - 1. The terms that the finite sum omits are positive.
// Source.     Trefethen and Weideman 2014, Theorem 5.1.
Ball transform(const AllocationLaw& law, double c, int order, const Ray& ray, const StepGrid& grid,
               Bits p, const Poll& poll) {
  const Ball a = difference(order, c, grid.bits);
  if (!ray.reasonable() || !grid.reasonable() || ray.angle != 0 || !certainly_positive(a)) {
    return Ball::indeterminate(p);
  }
  const StepValues step(law, grid, poll);
  const Setting setting{law, a, summands(law, order), step};
  const ComplexVector weights = weights_on(setting, ray, poll);
  const Bits work = grid.bits;
  Ball sum(work);
  for (size_t j = 0; j < weights.size(); ++j) sum += weights[j].real();
  const UpperBound ends = left_out(setting, ray);
  if (!ends.is_finite()) return Ball::indeterminate(p);
  sum += Ball::zero_to(ends, work);
  const Ball b = exact(ray.above, kBoundBits), one = Ball::integer(1, work);
  const Ball epsilon =
      bound_number<"ALLOCATION-REAL">(exp(log_turn(a, b)) * 2 * edge_share(ray.above, ray.step));
  if (!certainly_less(epsilon, one)) return Ball::indeterminate(p);
  return (sum / exp(log_gamma(a)) / widen(one, UpperBound::of(epsilon))).rounded(p);
}

namespace {

/// Computes the values K(c + iy) for the y of one Stretch of a line.
class StretchSum {
 public:
  StretchSum(const Setting& setting, const Ball& K, const Stretch& stretch)
      : s_(setting), K_(K), stretch_(stretch), omitted_(left_out(setting, stretch.ray)) {}

  void into(LineValues* out, const Ball& D, const Poll& poll) const {
    const Bits p = s_.step.grid().bits;
    const Ray& ray = stretch_.ray;
    ComplexVector weights = weights_on(s_, ray, poll);
    const Ball h = exact(ray.step, p), angle = exact(ray.angle, p), step = D.at(p);
    const auto place = [&](long j) { return ComplexBall(h * j, -angle); };
    // e^{-i y u}
    const auto turned = [](const Ball& y, const ComplexBall& u) {
      return ComplexBall(u.imag() * y, -(u.real() * y));
    };
    const Ball start = step * static_cast<long>(stretch_.from);
    for (size_t j = 0; j < ray.size(); ++j) {
      const ComplexBall u = place(ray.first + static_cast<long>(j));
      weights.set(j, weights[j] * exp(turned(start, u)));
      if (j % 256 == 0) poll();
    }
    const size_t count = stretch_.to - stretch_.from;
    const ComplexVector sums = chirp_sums(weights, -(step * h), count, p, poll);
    const ComplexBall first = place(ray.first);
    const Ball a = s_.a.at(p);
    for (size_t i = 0; i < count; ++i) {
      const Ball y = step * static_cast<long>(stretch_.from + i);
      const ComplexBall log_of_gamma = log_gamma(ComplexBall(a, -y));
      const UpperBound error = error_at(y, log_of_gamma.real().at(kBoundBits));
      const ComplexBall rest = turned(step * static_cast<long>(i), first);
      const ComplexBall value = widen(sums[i] * exp(rest - log_of_gamma), error);
      const Bits work = out->values.precision();
      out->values.set(stretch_.from + i,
                      ComplexBall(value.real().rounded(work), value.imag().rounded(work)));
      out->quadrature_error = larger(out->quadrature_error, error);
      if (i % 32 == 0) poll();
    }
  }

 private:
  // BOUND(ALLOCATION-LINE)
  // Statement.  Let y >= 0. On the ray at the angle theta, the trapezoid sum of e^{(a-iy)u} G(u) over all nodes,
  //             divided by Gamma(a - iy), differs from K(c+iy) by at most
  //
  //                 K(c) Gamma(a)/|Gamma(a-iy)| sum over the edges theta' = theta + above and
  //                     theta - below of cos(theta')^-a e^{-y theta'}/(e^{2 pi d/h} - 1),
  //
  //             where d is the distance of the edge from the ray. The omitted nodes contribute at most cos(theta)^-a
  //             e^{-y theta} ALLOCATION-ENDS/|Gamma(a-iy)|.
  // Needs.      (a) a > 0, theta >= 0, h > 0, a grid of reasonable size: checked in transform_on_line. (b) above,
  //             below > 0: checked in edge_share. (c) |theta'| < pi/2 for both edges: checked in log_turn (infinite
  //             otherwise).
  // Proof.      On Im u = -theta', |e^{-iyu}| = e^{-y theta'}. The integral of the modulus over an edge is that of
  //             ALLOCATION-REAL times this factor. The contour form of the trapezoid error holds for every ray inside
  //             the strip, with one term for each edge.
  // Source.     Trefethen and Weideman 2014, Theorem 5.1.
  UpperBound error_at(const Ball& y, const Ball& log_of_gamma) const {
    const Bits p = kBoundBits;
    const Ray& ray = stretch_.ray;
    const Ball angle = exact(ray.angle, p), a = s_.a.at(p);
    const auto on = [&](const Ball& theta) {
      return log_turn(a, theta) - y.at(p) * theta - log_of_gamma;
    };
    const Ball far = angle + exact(ray.above, p), near = angle - exact(ray.below, p);
    const Ball size = K_ * exp(log_gamma(a));
    const Ball edges = (exp(on(far)) * edge_share(ray.above, ray.step) +
                        exp(on(near)) * edge_share(ray.below, ray.step)) *
                       size;
    return bound<"ALLOCATION-LINE">(UpperBound::of(edges) +
                                    UpperBound::of(exp(on(angle))) * omitted_);
  }

  const Setting& s_;
  const Ball& K_;
  const Stretch& stretch_;
  UpperBound omitted_;
};

}  // namespace

LineValues transform_on_line(const AllocationLaw& law, double c, const LinePlan& plan,
                             const Ball& D, size_t count, Bits p, const Poll& poll) {
  constexpr long kGuard = 8;
  LineValues out{ComplexVector(count, p + kGuard), UpperBound()};
  const Ball a = difference(plan.order, c, plan.grid.bits);
  bool whole = plan.reasonable() && certainly_positive(a) && certainly_at_most(Ball(p), D);
  size_t next = 0;
  for (const Stretch& stretch : plan.stretches) {
    whole = whole && stretch.from == next && stretch.to > next && stretch.ray.reasonable() &&
            stretch.ray.angle >= 0;
    next = stretch.to;
  }
  if (!whole || next != count) {
    out.quadrature_error = UpperBound::infinite();  // an indeterminate result
    out.values.widen_all(out.quadrature_error);
    return out;
  }
  const StepValues step(law, plan.grid, poll);
  const Setting setting{law, a, summands(law, plan.order), step};
  const Ball K = transform(law, c, kBoundBits, poll);
  for (const Stretch& stretch : plan.stretches) {
    StretchSum(setting, K, stretch).into(&out, D, poll);
  }
  return out;
}

}  // namespace plumbline::allocation
