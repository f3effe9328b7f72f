#include "reference/mechanisms/laplace.hpp"

#include <cmath>
#include <utility>

#include "reference/mechanisms/noise_law.hpp"
#include "reference/mechanisms/parameters_text.hpp"
#include "reference/mechanisms/taylor_decay.hpp"

namespace plumbline {
namespace {

/// Tails for a threshold known to lie in [-mu, mu): x = (t/mu + 1)/2 in [0, 1).
LossTails inner_tails(const Ball& mu, const Ball& t) {
  const Ball one = Ball::integer(1, t.precision());
  const Ball P_above = exp(-(mu + t) / 2) / 2;  // P(X > x) = e^(-mu x)/2
  const Ball Q_below = exp((t - mu) / 2) / 2;   // Q(X <= x) = e^(-mu (1-x))/2
  return {P_above, one - P_above, one - Q_below, Q_below};
}

LossTails hull(const LossTails& a, const LossTails& b) {
  return {Ball::hull(a.P_above, b.P_above), Ball::hull(a.P_below, b.P_below),
          Ball::hull(a.Q_above, b.Q_above), Ball::hull(a.Q_below, b.Q_below)};
}

/// Derivatives 0..4 of K at c: the atoms, and (mu/2) e^(-mu/2) mu^k M_k with
/// M_k = (1/2) int_{-1}^{1} t^k e^(bt) dt, b = mu (c - 1/2).
void derivatives(const Ball& mu, const Ball& c, Ball (&out)[5]) {
  const Bits p = mu.precision();
  const Ball b = mu * (c - Ball(Rational(1, 2), p));
  const Ball low = exp(-(mu * c)) / 2, high = exp(mu * (c - 1)) / 2;
  const Ball scale = mu / 2 * exp(-(mu / 2));
  const Ball small = Ball(Rational(1, 1024), p);
  const bool tiny = certainly_less(abs(b), small);
  const Ball up = exp(b), down = exp(-b);
  Ball M(p), mu_k = Ball::integer(1, p);
  for (long k = 0; k <= 4; ++k) {
    if (tiny) {
      // e^(bt) lies in e^[-|b|, |b|], so M_k = (1/(k+1)) e^[..] for even k; for odd k, pairing
      // t with -t gives |M_k| <= sinh|b| <= 2|b|.
      const Ball reach = abs(b);
      M = k % 2 == 0 ? Ball::hull(exp(-reach), exp(reach)) / (k + 1)
                     : Ball::hull(-(reach * 2), reach * 2);
    } else {
      // Integration by parts.
      const Ball edge = (k % 2 == 0 ? up - down : up + down) / (b * 2);
      M = k == 0 ? edge : edge - M * k / b;
    }
    const Ball atoms = (k % 2 == 0 ? low : -low) + high;
    out[k] = mu_k * (atoms + scale * M);
    mu_k = mu_k * mu;
  }
}

}  // namespace

Laplace::Laplace(const Rational& b, const Rational& sensitivity)
    : Laplace(b, sensitivity, "laplace(b=" + b.text() + sensitivity_text(sensitivity) + ")") {}

Laplace::Laplace(const Rational& b, const Rational& sensitivity, std::string expression)
    : mu_(sensitivity / b), expression_(std::move(expression)), mu_approx_(mu_.approximate()) {}

std::string Laplace::identity() const { return "laplace mu=" + mu_.text(); }

LossTails Laplace::tails(const Real& t, Bits p) const {
  const Ball zero(p), one = Ball::integer(1, p), mu(mu_, p), x = t(p);
  const LossTails beyond{zero, one, zero, one}, before{one, zero, one, zero};
  const LossTails inner = inner_tails(mu, x);
  if (t.rational()) {
    if (*t.rational() >= mu_) return beyond;
    return *t.rational() < -mu_ ? before : inner;
  }
  if (certainly_at_most(mu, x)) return beyond;
  if (certainly_less(x, -mu)) return before;
  LossTails out = inner;
  if (!certainly_less(x, mu)) out = hull(out, beyond);
  if (!certainly_at_most(-mu, x)) out = hull(out, before);
  return out;
}

ComplexBall Laplace::transform_at(const ComplexBall& s, Bits p) const {
  const ComplexBall mu{Ball(mu_, p)}, one{Ball::integer(1, p)}, half{Ball(Rational(1, 2), p)};
  const ComplexBall atoms = exp(-(mu * s)) + exp(-(mu * (one - s)));
  const ComplexBall middle = sinhc(mu * (s - half)) * exp(-(Ball(mu_, p) / 2)) * Ball(mu_, p);
  return (atoms + middle) * Ball(Rational(1, 2), p);
}

std::shared_ptr<const NoiseLaw> Laplace::noise_law() const { return laplace_noise(mu_); }

Ball Laplace::transform(double c, Bits p) const {
  return transform_at(ComplexBall(Ball::from_binary64(c, p)), p).real();
}

LineValues Laplace::transform_on_line(double c, const Ball& D, size_t count, Bits p,
                                      const Poll& poll) const {
  LineValues out{ComplexVector(count, p), UpperBound()};
  const Ball x = Ball::from_binary64(c, p);
  for (size_t k = 0; k < count; ++k) {
    out.values.set(k, transform_at(ComplexBall(x, D.at(p) * static_cast<long>(k)), p));
    if (k % 64 == 0) poll();
  }
  return out;
}

// BOUND(LAPLACE-DECAY)
// Statement.  For |y| >= T > 0: |K(c+iy)| <= A + C/T with A = (e^(-mu c) + e^(-mu(1-c)))/2 and
//             C = e^(-mu/2) cosh(mu(c-1/2))/2. If the Taylor bound reaches y0 > T, then
//             max(Taylor at T, (A + C/y0)/K(c)) bounds |K(c+iy)|/K(c) as well.
// Proof.      The atoms contribute at most A. |sinh(mu(s-1/2))| <= cosh(mu(c-1/2)) and
//             |mu (s-1/2)| >= mu |y|; the factor (mu/2) e^(-mu/2) leaves C/|y|, which decreases.
// Source.     Elementary.
Ball Laplace::decay(double c, double T, Bits p) const {
  // The recurrence for the derivatives divides by b = mu (c - 1/2) four times: 100 more bits.
  const Bits wide = p + 100;
  const Ball mu(mu_, wide), x = Ball::from_binary64(c, wide), y = Ball::from_binary64(T, wide);
  const Ball half(Rational(1, 2), wide), one = Ball::integer(1, wide);
  const Ball K = transform(c, wide);
  const Ball A = (exp(-(mu * x)) + exp(mu * (x - 1))) / 2;
  const Ball C = exp(-(mu / 2)) * cosh(mu * (x - half)) / 2;
  Ball best = min(one, (A + C / y) / K);
  Ball d[5] = {Ball(wide), Ball(wide), Ball(wide), Ball(wide), Ball(wide)};
  derivatives(mu, x, d);
  const TiltedMoments m = tilted_moments(d);
  const Ball reach = taylor_reach(m);
  if (certainly_less(y, reach)) best = min(best, max(taylor_decay(m, y), (A + C / reach) / K));
  return best.upper().at(p);
}

UpperBound Laplace::algebraic_decay(double) const { return UpperBound::infinite(); }

double Laplace::log_transform(double c) const {
  const double mu = mu_approx_, b = mu * (c - 0.5);
  const double sinhc = std::fabs(b) < 1e-6 ? 1.0 : std::sinh(b) / b;
  // K = e^(-mu/2) (cosh b + (mu/2) sinhc b); for small mu this is 1 + O(mu^2), so use expm1.
  if (std::fabs(b) > 300) {
    return -mu / 2 + std::fabs(b) + std::log(0.5 + mu / (4 * std::fabs(b)));
  }
  const double cosh_minus_1 = 2 * std::sinh(b / 2) * std::sinh(b / 2);
  return -mu / 2 + std::log1p(cosh_minus_1 + mu / 2 * sinhc);
}

double Laplace::log_decay(double c, double T) const {
  const double log_bound = std::log(decay(c, T, Bits{64}).approximate());
  return std::min(0.0, log_bound);
}

}  // namespace plumbline
