#include "reference/mechanisms/allocation/allocation_step.hpp"

#include <algorithm>
#include <stdexcept>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/functions/complex_gamma.hpp"
#include "reference/arithmetic/vectors/chirp_sums.hpp"

namespace plumbline::allocation {
namespace {

constexpr Bits kBoundBits{64};
constexpr long kLongBits = 1000;  // at this precision and above, logarithms of Gamma are slow

void require_law(const AllocationLaw& law) {
  if (law.mu.sign() > 0 && law.t >= Rational(1) && law.t.is_integer()) return;
  throw std::logic_error("random allocation needs mu > 0 and a whole t >= 1, got mu = " +
                         law.mu.text() + ", t = " + law.t.text());
}

}  // namespace

StepValues::StepValues(const AllocationLaw& law, const StepGrid& grid,
                       const std::function<void()>& poll)
    : law_(law), grid_(grid) {
  require_law(law);
  if (!grid.reasonable()) return;
  const Bits p = grid.bits;
  const size_t count = static_cast<size_t>(grid.last - grid.first + 1);
  exponents_ = ComplexVector(count, p);
  zeta_ = ComplexVector(count, p);
  const Ball beta = exact(grid.beta, p), step = exact(grid.step, p), mu2 = square(Ball(law.mu, p));
  const Ball log_t = log(Ball(law.t, p)), scale = log(step / (Ball::pi(p) * 2));
  const ComplexBall one(Ball::integer(1, p));
  for (long k = grid.first; k <= grid.last; ++k) {
    const size_t i = static_cast<size_t>(k - grid.first);
    const ComplexBall zeta(beta, step * k);
    zeta_.set(i, zeta);
    const ComplexBall moment = zeta * (zeta + one) * (mu2 / 2);
    exponents_.set(i, log_gamma(zeta) + moment + zeta * log_t + ComplexBall(scale));
    if (i % 32 == 0 || p.n > kLongBits) poll();
  }
}

// BOUND(ALLOCATION-STEP)
// Statement.  Let u = v - i theta, 0 <= theta < pi/2, and Lambda = 2 pi/d. The trapezoid sum over all nodes zeta =
//             beta + i k d differs from Phi(u) by at most
//
//                 1/(e^{beta Lambda} - 1)
//                 + Gamma(1+b) e^{b(b+1) mu^2/2} (t e^{-v}/cos theta)^b / (e^{(b-beta) Lambda} - 1)
//
//             for any b > beta.
// Needs.      (a) mu > 0, t >= 1: checked by the constructor (std::logic_error). (b) 0 < beta < b, d > 0: checked by
//             reasonable() (indeterminate otherwise). (c) 0 <= theta < pi/2: the cosine must be certainly positive
//             (infinite otherwise).
// Proof.      Let F(s) = e^{beta s} Phi(u+s) for real s, and zeta = beta + i eta. The Fourier transform of F is int
//             F(s) e^{i eta s} ds = e^{-zeta u} int e^{zeta w} Phi(w) dw along Im w = -theta. By the Markov bound
//             below, Phi decays as Re w -> inf for |Im w| <= theta. Because also |Phi| <= 1 and beta > 0, the path may
//             be moved to the real axis, where the integral is Gamma(zeta) t^zeta E[Y^-zeta]. By Poisson summation the
//             trapezoid sum equals the sum of F(m Lambda) over all integers m; the trapezoid sum converges absolutely,
//             because E[Y^-zeta] decays like e^{-mu^2 eta^2/2}. So the error is the sum of e^{beta m Lambda} Phi(u + m
//             Lambda) over m != 0. For m < 0 use |Phi| <= 1. For m > 0 let X be exponential with mean 1. Then Markov's
//             inequality gives
//
//                 |Phi(w)| <= Phi(Re w + log cos theta),    Phi(v) = P(X t/Y > e^v)
//                          <= e^{-bv} E[(X t/Y)^b] = e^{-bv} Gamma(1+b) t^b e^{b(b+1) mu^2/2}.
//
//             Both sums are geometric.
// Source.     Poisson summation and Markov's inequality; their use here is this project's.
UpperBound StepValues::aliases(const Ball& v, const Ball& cosine) const {
  const Bits p = kBoundBits;
  if (!certainly_positive(cosine)) return UpperBound::infinite();
  const Ball Lambda = Ball::pi(p) * 2 / exact(grid_.step, p), one = Ball::integer(1, p);
  const Ball beta = exact(grid_.beta, p), b = exact(grid_.far, p), mu2 = square(Ball(law_.mu, p));
  const Ball left = one / expm1(beta * Lambda);
  const Ball size =
      log_gamma(b + 1) + b * (b + 1) * mu2 / 2 + b * (log(Ball(law_.t, p)) - v.at(p) - log(cosine));
  const Ball right = exp(size) / expm1((b - beta) * Lambda);
  return bound<"ALLOCATION-STEP">(UpperBound::of(left) + UpperBound::of(right));
}

// BOUND(ALLOCATION-STEP-CUT)
// Statement.  Let s = 1 for the side Im zeta < 0 and s = -1 for the side Im zeta > 0. Let eta = (n+1) d. At u = v - i
//             theta, the omitted nodes |k| > n on this side contribute at most
//
//                 (d/2 pi) t^beta e^{beta(beta+1) mu^2/2 - beta v} |Gamma(beta + i eta)|
//                     e^{-mu^2 eta^2/2 + s theta eta} / (1 - e^{-kappa d}),
//                 kappa = mu^2 eta + atan(eta/beta) - s theta,
//
//             if kappa > 0.
// Needs.      kappa > 0: checked here (infinite otherwise).
// Proof.      The modulus of a term is the displayed expression without the last denominator. The derivative of its
//             logarithm in eta is
//
//                 -Im psi(beta + i eta) - mu^2 eta + s theta <= -kappa,
//
//             because Im psi(beta + i eta) = sum_k eta/((beta+k)^2 + eta^2) is at least the integral over k >= 0,
//             which is atan(eta/beta). kappa increases with eta. So consecutive terms decrease at least by the factor
//             e^{-kappa d}.
// Source.     Elementary; digamma: DLMF 5.7.6.
UpperBound StepValues::cut(const Ball& v, double angle) const {
  const Bits p = kBoundBits;
  const Ball beta = exact(grid_.beta, p), d = exact(grid_.step, p), mu2 = square(Ball(law_.mu, p));
  const Ball theta = exact(angle, p), one = Ball::integer(1, p);
  UpperBound sum;
  for (const long s : {1L, -1L}) {
    const Ball eta = d * (s > 0 ? 1 - grid_.first : grid_.last + 1);
    const Ball kappa = mu2 * eta + atan2(eta, beta) - theta * s;
    if (!certainly_positive(kappa)) return UpperBound::infinite();
    const Ball size = log_gamma(ComplexBall(beta, eta)).real() + beta * log(Ball(law_.t, p)) +
                      (beta * (beta + 1) - square(eta)) * mu2 / 2 - beta * v.at(p) +
                      theta * eta * s;
    const Ball total = exp(size) * d / (Ball::pi(p) * 2) / (one - exp(-(kappa * d)));
    sum = sum + UpperBound::of(total);
  }
  return bound<"ALLOCATION-STEP-CUT">(sum);
}

ComplexVector StepValues::at(const Places& places, const std::function<void()>& poll) const {
  const Bits p = grid_.bits;
  ComplexVector out(places.count, p);
  if (!grid_.reasonable() || !(places.step > 0) || !(places.angle >= 0)) {
    out.widen_all(UpperBound::infinite());
    return out;
  }
  const Ball angle = exact(places.angle, p), h = exact(places.step, p);
  const Ball start = h * places.first + square(Ball(law_.mu, p)) * places.shift;
  const ComplexBall u(start, -angle);
  ComplexVector weights(zeta_.size(), p);
  for (size_t i = 0; i < zeta_.size(); ++i) {
    weights.set(i, exp(exponents_[i] - zeta_[i] * u));
    if (i % 64 == 0) poll();
  }
  // The factors are e^{-zeta_k j h} with zeta_k = zeta_0 + i k d.
  const Ball turn = -(exact(grid_.step, p) * h);
  out = chirp_sums(weights, turn, places.count, p, poll);
  for (size_t j = 0; j < places.count; ++j) {
    out.set(j, out[j] * exp(-(zeta_[0] * (h * static_cast<long>(j)))));
    if (j % 256 == 0) poll();
  }
  // Both bounds decrease in v, at most like e^{-far v}. Every node uses the bound of the first node of its group.
  const size_t stretch = static_cast<size_t>(std::clamp(1 / (grid_.far * places.step), 1.0, 16.0));
  const Ball cosine = cos(exact(places.angle, kBoundBits));
  for (size_t j = 0; j < places.count; j += stretch) {
    const Ball v = start + h * static_cast<long>(j);
    const UpperBound error = aliases(v, cosine) + cut(v, places.angle);
    for (size_t i = j; i < std::min(j + stretch, places.count); ++i) {
      out.set(i, widen(out[i], error));
    }
  }
  return out;
}

Ball StepValues::at(const Ball& v) const {
  const Bits p = grid_.bits;
  if (!grid_.reasonable()) return Ball::indeterminate(p);
  Ball sum(p);
  for (size_t i = 0; i < zeta_.size(); ++i) {
    sum += exp(exponents_[i] - zeta_[i] * ComplexBall(v.at(p))).real();
  }
  return widen(sum, aliases(v, Ball::integer(1, kBoundBits)) + cut(v, 0));
}

}  // namespace plumbline::allocation
