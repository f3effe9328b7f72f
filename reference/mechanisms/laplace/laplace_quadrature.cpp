#include "reference/mechanisms/laplace/laplace_quadrature.hpp"

#include <algorithm>
#include <cmath>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/functions/gauss_legendre.hpp"
#include "reference/arithmetic/heuristics.hpp"
#include "reference/mechanisms/laplace/laplace_path.hpp"

namespace plumbline::laplace {
namespace {

/// Returns the additional bits for exponents (c + iy) log w, 0 <= y <= Y, and for losses that are as small as law.p.
long exponent_bits(const LaplaceLaw& law, double c, double Y) {
  const double loss =
      std::max(std::fabs(std::log1p(law.p_approx * std::expm1(std::min(law.mu_approx, 700.0)))),
               -std::log1p(-law.p_approx));
  const double size = (std::fabs(c) + Y) * loss + law.mu_approx;
  return static_cast<long>(std::log2(size + 2) - std::log2(law.p_approx)) + 10;
}

/// Calls take(log w, weight) for every node, weight = (mu/2) e^{-mu x} w^c dx.
template <class Take>
void for_each_node(const LaplaceLaw& law, double c, const Cover& cover, Bits p, Take take) {
  const Ball mu(law.mu, p), cc = exact(c, p);
  const ComplexBall scale(mu / 2), q(unsampled(law, p)), rate(Ball(law.p, p));
  for (const Cover::RuledPanel& ruled : cover.panels) {
    cover.poll();
    const auto rule = gauss_legendre(ruled.points, p, cover.poll);
    const Panel& o = ruled.panel;
    const ComplexBall start(exact(o.re0, p), exact(o.im0, p));
    const ComplexBall end(exact(o.re1, p), exact(o.im1, p));
    const Ball half(Rational(1, 2), p);
    const ComplexBall v = (end - start) * half, m = (start + end) * half;
    for (size_t k = 0; k < ruled.points; ++k) {
      const ComplexBall x = m + v * rule->nodes[k];
      const ComplexBall l =
          log(q + rate * exp((x * Ball::integer(2, p) - ComplexBall(Ball::integer(1, p))) * mu));
      take(l, exp(l * cc - x * mu) * scale * v * rule->weights[k]);
    }
  }
}

}  // namespace

Ball shifted_part(const LaplaceLaw& law, const Ball& x) {
  const Bits p = x.precision();
  return Ball(law.p, p) * exp(Ball(law.mu, p) * (x * 2 - 1));
}

Ball log_ratio(const LaplaceLaw& law, const Ball& x) {
  const Bits p = x.precision();
  return log1p(Ball(law.p, p) * expm1(Ball(law.mu, p) * (x * 2 - 1)));
}

Rule rule(const LaplaceLaw& law, double c, double Y, double log_tolerance, Bits p,
          const Poll& poll) {
  const Cover cover = cover_path(law, c, Y, log_tolerance, p, poll);
  const Bits work = p + exponent_bits(law, c, Y);
  size_t count = 0;
  for (const Cover::RuledPanel& ruled : cover.panels) count += ruled.points;
  Rule out{ComplexVector(count, work), ComplexVector(count, work), cover.error[0]};
  size_t k = 0;
  for_each_node(law, c, cover, work, [&](const ComplexBall& l, const ComplexBall& weight) {
    out.log_ratios.set(k, l);
    out.weights.set(k, weight);
    ++k;
  });
  return out;
}

Ball atoms(const LaplaceLaw& law, double c, Bits p) {
  const Ball cc = exact(c, p);
  return (exp(cc * lowest_loss(law, p)) + exp(cc * highest_loss(law, p) - Ball(law.mu, p))) / 2;
}

Ball transform(const LaplaceLaw& law, double c, Bits p) {
  if (c == 0 || c == 1) return Ball::integer(1, p);
  const Bits work = p + exponent_bits(law, c, 0);
  const Ball A = atoms(law, c, work);
  const Cover cover =
      cover_path(law, c, 0, A.log_approximate() - static_cast<double>(p.n) * kLn2 - 3, p);
  Ball sum(work);
  for_each_node(law, c, cover, work,
                [&](const ComplexBall&, const ComplexBall& weight) { sum += weight.real(); });
  return (A + widen(sum, cover.error[0])).rounded(p);
}

// BOUND(LAPLACE-MOMENTS)
// Statement.  K^(k)(c) = (a^k e^{ca} + b^k e^{cb - mu})/2 + (mu/2) int_0^1 e^{-mu x} (log w)^k w^c dx. The error of
//             the quadrature of the integral on the panels is at most the sum of the errors of LAPLACE-PATH, each
//             times the k-th power of its bound of |log w| on the same rectangle.
// Needs.      The hypotheses of LAPLACE-PATH with Y = 0.
// Proof.      Differentiate under the integral. (log w)^k (mu/2) e^{-mu x} w^c is analytic where the integrand of
//             LAPLACE-PATH is, and larger by a factor of at most |log w|^k.
// Source.     Elementary.
void derivatives(const LaplaceLaw& law, double c, double log_tolerance, Bits p, Ball (&out)[5]) {
  const Bits work = p + exponent_bits(law, c, 0) + static_cast<long>(-4 * std::log2(law.p_approx));
  const Ball cc = exact(c, work), low = lowest_loss(law, work), high = highest_loss(law, work);
  Ball at_low = exp(cc * low) / 2, at_high = exp(cc * high - Ball(law.mu, work)) / 2;
  const Cover cover = cover_path(law, c, 0, log_tolerance, Bits{96});
  for (Ball& sum : out) sum = Ball(work);
  for_each_node(law, c, cover, work, [&](const ComplexBall& l, const ComplexBall& weight) {
    Ball term = weight.real();
    const Ball loss = l.real();
    for (Ball& sum : out) {
      sum += term;
      term = term * loss;
    }
  });
  for (int k = 0; k <= 4; ++k) {
    out[k] = widen(out[k], cover.error[k]) + at_low + at_high;
    at_low = at_low * low;
    at_high = at_high * high;
  }
}

TiltedMoments moments(const LaplaceLaw& law, double c, Bits p) {
  Ball d[5] = {Ball(p), Ball(p), Ball(p), Ball(p), Ball(p)};
  derivatives(law, c, atoms(law, c, p).log_approximate() - 60, p, d);
  return tilted_moments(d);
}

}  // namespace plumbline::laplace
