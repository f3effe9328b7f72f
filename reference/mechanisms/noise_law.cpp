#include "reference/mechanisms/noise_law.hpp"

#include <cmath>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/contradiction.hpp"

namespace plumbline {
namespace {

ComplexBall complex(const Ball& x) { return ComplexBall(x); }

/// Returns the tighter of two enclosures of one mass. Throws if they are disjoint.
Ball sharper(const Ball& a, const Ball& b) {
  common(a, b, "a normal mass");
  return b.radius() <= a.radius() ? b : a;
}

/// Returns the N(0,1) mass of (a, b).
Ball normal_mass(const std::optional<Ball>& a, const std::optional<Ball>& b, Bits p) {
  if (!a && !b) return Ball::integer(1, p);
  if (!a) return normal_cdf(*b);
  if (!b) return normal_survival(*a);
  return sharper(normal_cdf(*b) - normal_cdf(*a), normal_survival(*a) - normal_survival(*b));
}

/// Returns Phi (or its complement), continued analytically.
ComplexBall normal_tail(const ComplexBall& u, bool above) {
  const Ball half(Rational(1, 2), u.precision());
  const ComplexBall y = u * sqrt(half);
  return erfc(above ? y : -y) * half;
}

ComplexBall normal_mass(const std::optional<ComplexBall>& a, const std::optional<ComplexBall>& b,
                        Bits p) {
  if (!a && !b) return complex(Ball::integer(1, p));
  if (!a) return normal_tail(*b, false);
  if (!b) return normal_tail(*a, true);
  if (a->real().approximate() + b->real().approximate() > 0) {
    return normal_tail(*a, true) - normal_tail(*b, true);
  }
  return normal_tail(*b, false) - normal_tail(*a, false);
}

class MixtureNoise final : public NoiseLaw {
 public:
  MixtureNoise(const Rational& mu_squared, const Rational& p)
      : mu_squared_(mu_squared), p_(p), plain_(p == Rational(1)) {}

  std::pair<double, double> reach(long bits) const override {
    const double u = std::sqrt(2 * 0.7 * static_cast<double>(bits)) + 1;
    return {-u, u + std::sqrt(mu_squared_.approximate())};
  }

  Position position(const Ball& loss) const override {
    const Bits b = loss.precision();
    if (plain_) return {0, loss / mu(b) + mu(b) / 2};
    // e^l - (1-p) = expm1(l) + p
    const Ball excess = expm1(loss) + Ball(p_, b);
    if (certainly_at_most(excess, Ball(b))) return {-1, Ball(b)};
    if (!certainly_positive(excess)) return {0, Ball::indeterminate(b)};
    return {0, log(excess / Ball(p_, b)) / mu(b) + mu(b) / 2};
  }

  ComplexBall loss(const ComplexBall& u, bool analytic) const override {
    const Bits b = u.precision();
    const ComplexBall z = u * mu(b) - complex(Ball(mu_squared_ / Rational(2), b));
    if (plain_) return z;
    return log(complex(Ball(Rational(1) - p_, b)) + exp(z) * Ball(p_, b), analytic);
  }

  ComplexBall density(bool of_Q, const ComplexBall& u) const override {
    const Bits b = u.precision();
    const Ball root = sqrt(Ball::pi(b) * 2), half(Rational(1, 2), b);
    const ComplexBall shifted = u - complex(mu(b));
    const ComplexBall base = exp(-(u * u * half)) * (Ball::integer(1, b) / root);
    if (!of_Q) return base;
    const ComplexBall other = exp(-(shifted * shifted * half)) * (Ball(p_, b) / root);
    return plain_ ? other : base * Ball(Rational(1) - p_, b) + other;
  }

  NoiseMass mass(const std::optional<Ball>& u1, const std::optional<Ball>& u2) const override {
    const Bits b = u1 ? u1->precision() : u2 ? u2->precision() : Bits{128};
    const auto shift = [&](const std::optional<Ball>& u) {
      return u ? std::optional<Ball>(*u - mu(b)) : std::nullopt;
    };
    const Ball base = normal_mass(u1, u2, b);
    return {base,
            base * Ball(Rational(1) - p_, b) + normal_mass(shift(u1), shift(u2), b) * Ball(p_, b)};
  }

  ComplexBall tail(Tail which, const ComplexBall& s, bool analytic) const override {
    const Bits b = s.precision();
    const ComplexBall u = continued_position(s, analytic);
    const bool above = which == Tail::P_above || which == Tail::Q_above;
    const auto side = [&](const ComplexBall& x) { return normal_tail(x, above); };
    if (which == Tail::P_above || which == Tail::P_below) return side(u);
    const ComplexBall moved = side(u - complex(mu(b))) * Ball(p_, b);
    return plain_ ? moved : side(u) * Ball(Rational(1) - p_, b) + moved;
  }

  ComplexBall continued_position(const ComplexBall& loss, bool analytic) const override {
    const Bits b = loss.precision();
    const Ball one = Ball::integer(1, b), inverse = one / mu(b);
    const ComplexBall shift = complex(mu(b) / 2);
    if (plain_) return loss * inverse + shift;
    const ComplexBall w = (exp(loss) - complex(Ball(Rational(1) - p_, b))) * (one / Ball(p_, b));
    return log(w, analytic) * inverse + shift;
  }

  ComplexBall slope(const ComplexBall& u) const override {
    const Bits b = u.precision();
    if (plain_) return complex(mu(b));
    const ComplexBall z =
        exp(u * mu(b) - complex(Ball(mu_squared_ / Rational(2), b))) * Ball(p_, b);
    return z / (complex(Ball(Rational(1) - p_, b)) + z) * mu(b);
  }

  std::pair<ComplexBall, ComplexBall> continued_mass(
      const std::optional<ComplexBall>& u1, const std::optional<ComplexBall>& u2) const override {
    const Bits b = u1 ? u1->precision() : u2 ? u2->precision() : Bits{128};
    const auto shift = [&](const std::optional<ComplexBall>& u) {
      return u ? std::optional<ComplexBall>(*u - complex(mu(b))) : std::nullopt;
    };
    const ComplexBall base = normal_mass(u1, u2, b);
    return {base,
            base * Ball(Rational(1) - p_, b) + normal_mass(shift(u1), shift(u2), b) * Ball(p_, b)};
  }

  UpperBound tail_bound(const ComplexBall& s) const override { return strip_bound(s.imag()); }

  // BOUND(NOISE-COMPLEX)
  // Statement.  |Phi(x + iy)| and |1 - Phi(x + iy)| are at most e^{y^2/2} times their values at x. Therefore the
  //             continued tails of the Gaussian pair at s are at most e^{(Im s/mu)^2/2}. The continued tails of the
  //             mixture, where they are analytic, are at most e^{(pi/mu)^2/2}; the two lower tails of the mixture are
  //             at most this number times Phi(log(|e^s - (1-p)|/p)/mu + mu/2). The tails of the mixture are analytic
  //             where e^s - (1-p) is not in (-inf, 0]. Hence they are analytic at every s + r, r >= 0, if |Im s| < pi
  //             and either Im s is not 0 or e^{Re s} > 1-p.
  // Needs.      For the mixture, the tails are analytic at s: the caller guarantees this by analytic_at or by
  //             evaluating the tails with `analytic`.
  // Proof.      1 - Phi(z) = int_0^inf phi(z + v) dv, |phi(x + v + iy)| = e^{y^2/2} phi(x + v), and Phi(z) = 1 -
  //             Phi(-z). Each tail is a value of Phi or 1 - Phi at u or u - mu, or a mean of two such values with
  //             weights 1-p and p. For the Gaussian pair
  //                 u = s/mu + mu/2.
  //             For the mixture u = log((e^s - (1-p))/p)/mu + mu/2 with the principal logarithm, so that |Im u| <=
  //             pi/mu; |Phi(u - mu)| is at most e^{(pi/mu)^2/2} Phi(Re u). If 0 < |Im s| < pi, then Im e^{s+r} is not
  //             0. If Im s = 0, then e^{s+r} >= e^s.
  // Source.     Elementary.
  UpperBound strip_bound(const Ball& imaginary) const override {
    const Bits b{64};
    const Ball y =
        (plain_ ? Ball::zero_to(UpperBound::of(abs(imaginary)), b) : Ball::pi(b)) / mu(b);
    return bound<"NOISE-COMPLEX">(UpperBound::of(exp(square(y) / 2)));
  }
  bool entire() const override { return plain_; }
  bool analytic_at(const ComplexBall& s) const override {
    return plain_ || continued_position(s, true).magnitude().is_finite();
  }
  bool analytic_rightwards(const ComplexBall& s) const override {
    if (plain_) return true;
    const Bits b = s.precision();
    const Ball y = abs(s.imag());
    return certainly_less(y, Ball::pi(b)) &&
           (certainly_positive(y) || certainly_positive(expm1(s.real()) + Ball(p_, b)));
  }
  bool flat_edge() const override { return !plain_; }
  UpperBound edge_bound(const ComplexBall& s) const override {
    const Bits b{64};
    const Ball size = (exp(s) - complex(Ball(Rational(1) - p_, s.precision()))).magnitude().ball(b);
    if (!size.is_finite() || plain_) return tail_bound(s);
    if (size.is_exactly_zero()) return UpperBound();
    const Ball x = log(size / Ball(p_, b)) / mu(b) + mu(b) / 2;
    return tail_bound(s) * UpperBound::of(normal_cdf(x));
  }

 private:
  Ball mu(Bits b) const { return sqrt(Ball(mu_squared_, b)); }

  Rational mu_squared_, p_;
  bool plain_;
};

}  // namespace

std::shared_ptr<const NoiseLaw> mixture_noise(const Rational& mu_squared, const Rational& p) {
  return std::make_shared<MixtureNoise>(mu_squared, p);
}

}  // namespace plumbline
