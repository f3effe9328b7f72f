/// The transform of the discrete Gaussian, by the shorter of two sums.
#include <cmath>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/contradiction.hpp"
#include "reference/mechanisms/capabilities.hpp"
#include "reference/mechanisms/integer/discrete_gaussian.hpp"
#include "reference/mechanisms/integer/integer_noise.hpp"

namespace plumbline {
namespace {

/// From this sigma on, the second sum of BOUND(THETA-DUAL), which is over the dual lattice, has fewer terms.
constexpr double kDualFrom = 0.4;

}  // namespace

// BOUND(THETA-DUAL)
// Statement.  Let D be the sensitivity, theta = y D/sigma^2 and Theta(0) = sum_x e^{-x^2/(2 sigma^2)}. At s = c + iy,
//
//                 K(s) Theta(0) = e^{c(c-1) D^2/(2 sigma^2)} e^{-iy D^2/(2 sigma^2)}
//                                   sum_x e^{-(x - cD)^2/(2 sigma^2) + i x theta}
//
//                               = sqrt(2 pi) sigma e^{c(c-1) D^2/(2 sigma^2)}
//                                   e^{iy (2c-1) D^2/(2 sigma^2)}
//                                   sum_k e^{-2 pi^2 sigma^2 (k + theta/(2 pi))^2 + 2 pi i k c D}.
//
//             These are identities: the truncation of GaussianSum and rounding are the only errors.
// Needs.      sigma > 0, D a positive integer: the constructor of DiscreteGaussian guarantees this.
// Proof.      P(x) Theta(0) = e^{-x^2/(2 sigma^2)} and L(x) = (2xD - D^2)/(2 sigma^2). So the terms have the
//             exponents
//
//                 -x^2/(2 sigma^2) + c (2xD - D^2)/(2 sigma^2) + iy (2xD - D^2)/(2 sigma^2),
//
//             where -x^2 + 2 c x D - c D^2 = -(x - cD)^2 + c(c-1) D^2. This is the first form. The second form
//             follows by Poisson summation. The Fourier integral of e^{-(x - cD)^2/(2 sigma^2) + i x theta} at the
//             frequency -k is
//
//                 sqrt(2 pi) sigma e^{-sigma^2 (theta + 2 pi k)^2/2 + i c D (theta + 2 pi k)},
//
//             where sigma^2 (theta + 2 pi k)^2/2 = 2 pi^2 sigma^2 (k + theta/(2 pi))^2. The factor e^{i c D theta} =
//             e^{2 i y c D^2/(2 sigma^2)} is independent of k and is part of the factor in front of the sum.
// Source.     Jacobi's transformation of the theta function.
class DiscreteGaussian::Transform {
 public:
  Transform(const DiscreteGaussian& m, double c, Bits p)
      : dual_(m.sigma_approx_ >= kDualFrom),
        p_(p),
        c_(Ball::from_binary64(c, p)),
        D_(m.sensitivity_, p),
        variance_(m.variance_, p),
        sum_(dual_ ? square(Ball::pi(p)) * variance_ * 2 : Ball::integer(1, p) / variance_ / 2, p) {
    const Ball zero(p);
    const Ball D2 = square(D_) / variance_ / 2;
    scale_ = exp(c_ * (c_ - 1) * D2) / sum_(zero, zero).real();
    turn_ = dual_ ? (c_ * 2 - 1) * D2 : -D2;
  }

  ComplexBall operator()(const Ball& y) const {
    const Ball theta = y * D_ / variance_, centre = c_ * D_, two_pi = Ball::pi(p_) * 2;
    const ComplexBall sum = dual_ ? sum_(-(theta / two_pi), two_pi * centre) : sum_(centre, theta);
    const ComplexBall K = exp(ComplexBall(Ball(p_), y * turn_)) * sum * scale_;
    return {bound<"THETA-DUAL">(K.real()), bound<"THETA-DUAL">(K.imag())};
  }

 private:
  bool dual_;
  Bits p_;
  Ball c_, D_, variance_;
  GaussianSum sum_;
  Ball scale_{Bits{64}}, turn_{Bits{64}};
};

Ball DiscreteGaussian::transform(double c, Bits p) const {
  if (c == 0 || c == 1) return Ball::integer(1, p);  // no mass at infinity
  return Transform(*this, c, p)(Ball(p)).real();
}

LineValues DiscreteGaussian::transform_on_line(double c, const Ball& D, size_t count, Bits p,
                                               const Poll& poll) const {
  return {transform_on_segment(c, Ball(p), D, count, p, poll), UpperBound()};
}

ComplexVector DiscreteGaussian::transform_on_segment(double c, const Ball& start, const Ball& D,
                                                     size_t count, Bits p, const Poll& poll) const {
  ComplexVector out(count, p);
  const Transform K(*this, c, p);
  for (size_t k = 0; k < count; ++k) {
    out.set(k, K(start.at(p) + D.at(p) * static_cast<long>(k)));
    if (k % 64 == 0) poll();
  }
  return out;
}

Ball DiscreteGaussian::decay(double, double, Bits p) const { return Ball::integer(1, p); }

// BOUND(THETA-DECAY)
// Statement.  Let h = D/sigma^2. The function |K(c+iy)| decreases in y on [0, pi/h]. Hence its supremum over T <= |y|
//             <= pi/h is |K(c+iT)|.
// Needs.      0 <= T <= pi/h: checked here (1 is returned otherwise).
// Proof.      Let q = e^{-1/(2 sigma^2)}, theta = hy and e^w = e^{c D/sigma^2 + i theta}. Then |K(c+iy)| is a
//             constant times
//
//                 |sum_x q^{x^2} e^{xw}|
//                   = prod_{n>=1} (1 - q^{2n}) |1 + q^{2n-1} e^w| |1 + q^{2n-1} e^{-w}|
//
//             (Jacobi's triple product). For r > 0, |1 + r e^{+-i theta}|^2 = 1 + 2 r cos theta + r^2 decreases in
//             theta on [0, pi].
// Source.     Jacobi's triple product.
std::optional<Ball> DiscreteGaussian::decay_in_period(double c, double T, Bits p) const {
  const Ball y = Ball::from_binary64(T, p), one = Ball::integer(1, p);
  if (!certainly_at_most(y * Ball(sensitivity_ / variance_, p), Ball::pi(p))) return one;
  if (!certainly_at_most(Ball(p), y)) return one;
  const Transform K(*this, c, p);
  const ComplexBall z = K(y);
  const Ball size = sqrt(square(z.real()) + square(z.imag())) / K(Ball(p)).real();
  require_within(size, Rational(0), Rational(1), "|K(c+iy)|/K(c) of a discrete Gaussian");
  return min(one, bound_number<"THETA-DECAY">(size.upper())).upper();
}

UpperBound DiscreteGaussian::algebraic_decay(double) const { return UpperBound::infinite(); }

double DiscreteGaussian::log_transform(double c) const {
  const double lambda = 0.5 / (sigma_approx_ * sigma_approx_), D = sensitivity_approx_;
  const double gaussian = c * (c - 1) * D * D * lambda;
  const double off = c * D - std::nearbyint(c * D);
  if (sigma_approx_ >= kDualFrom) {
    const double rate = 2 * M_PI * M_PI * sigma_approx_ * sigma_approx_;
    double sum = 0, at_zero = 0;
    for (int k = 1; k <= 4; ++k) {
      sum += 2 * std::exp(-rate * k * k) * std::cos(2 * M_PI * k * off);
      at_zero += 2 * std::exp(-rate * k * k);
    }
    return gaussian + std::log1p(sum) - std::log1p(at_zero);
  }
  double sum = 0, at_zero = 0;  // without the terms j = 0
  for (int j = 1; j <= 4; ++j) {
    sum += std::exp(-lambda * (j * j - 2 * j * off)) + std::exp(-lambda * (j * j + 2 * j * off));
    at_zero += 2 * std::exp(-lambda * j * j);
  }
  return gaussian - lambda * off * off + std::log1p(sum) - std::log1p(at_zero);
}

double DiscreteGaussian::log_decay(double, double) const { return 0; }

}  // namespace plumbline
