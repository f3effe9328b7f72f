/// The noise law of Laplace noise.
#include "reference/arithmetic/bound.hpp"
#include "reference/mechanisms/noise_law.hpp"

namespace plumbline {
namespace {

class LaplaceNoise final : public NoiseLaw {
 public:
  explicit LaplaceNoise(Rational mu) : mu_(std::move(mu)) {}

  std::vector<Atom> atoms() const override {
    const Rational mu = mu_;
    const auto high = [](Bits) { return Rational(1, 2); };
    const auto low = [mu](Bits b) { return exp(-Ball(mu, b)) / 2; };
    return {{Real(-mu),
             [=](Bits b) {
               return NoiseMass{Ball(high(b), b), low(b)};
             }},
            {Real(mu), [=](Bits b) {
               return NoiseMass{low(b), Ball(high(b), b)};
             }}};
  }
  std::optional<Rational> first() const override { return Rational(0); }
  std::optional<Rational> last() const override { return Rational(1); }
  std::pair<double, double> reach(long) const override { return {0.0, 1.0}; }

  Position position(const Ball& loss) const override {
    const Bits b = loss.precision();
    const Ball u = (loss / Ball(mu_, b) + 1) / 2, one = Ball::integer(1, b);
    if (certainly_at_most(u, Ball(b))) return {-1, Ball(b)};
    if (certainly_at_most(one, u)) return {+1, one};
    return {0, min(one, max(Ball(b), u))};
  }

  ComplexBall loss(const ComplexBall& u, bool) const override {
    const Bits b = u.precision();
    return (u * Ball::integer(2, b) - ComplexBall(Ball::integer(1, b))) * Ball(mu_, b);
  }
  ComplexBall density(bool of_Q, const ComplexBall& u) const override {
    const Bits b = u.precision();
    const ComplexBall one = ComplexBall(Ball::integer(1, b));
    const Ball mu(mu_, b);
    return exp(-((of_Q ? one - u : u) * mu)) * (mu / 2);
  }
  NoiseMass mass(const std::optional<Ball>& u1, const std::optional<Ball>& u2) const override {
    const Bits b = u1 ? u1->precision() : u2 ? u2->precision() : Bits{128};
    const Ball mu(mu_, b), x1 = u1 ? *u1 : Ball(b), x2 = u2 ? *u2 : Ball::integer(1, b);
    return {exp(-(mu * x1)) * -expm1(-(mu * (x2 - x1))) / 2,
            exp(mu * (x2 - 1)) * -expm1(-(mu * (x2 - x1))) / 2};
  }
  ComplexBall slope(const ComplexBall& u) const override {
    return ComplexBall(Ball(mu_, u.precision()) * 2);
  }
  ComplexBall continued_position(const ComplexBall& loss, bool) const override {
    const Bits b = loss.precision();
    const Ball half(Rational(1, 2), b);
    return loss * (half / Ball(mu_, b)) + ComplexBall(half);
  }
  std::pair<ComplexBall, ComplexBall> continued_mass(
      const std::optional<ComplexBall>& u1, const std::optional<ComplexBall>& u2) const override {
    const Bits b = u1 ? u1->precision() : u2 ? u2->precision() : Bits{128};
    const Ball mu(mu_, b), half(Rational(1, 2), b);
    const ComplexBall one = ComplexBall(Ball::integer(1, b));
    const ComplexBall x1 = u1 ? *u1 : ComplexBall(b), x2 = u2 ? *u2 : one;
    return {(exp(-(x1 * mu)) - exp(-(x2 * mu))) * half,
            (exp((x2 - one) * mu) - exp((x1 - one) * mu)) * half};
  }
  // BOUND(NOISE-LAPLACE)
  // Statement.  The continued tails at s = x + iy are at most 1 + (e^{-(mu+x)/2} + e^{(x-mu)/2})/2.
  // Needs.      Nothing: the tails are entire.
  // Proof.      Each tail is h or 1 - h with h = e^{-(mu+s)/2}/2 (under P) or h = e^{(s-mu)/2}/2 (under Q), and
  //             |e^z| = e^{Re z}.
  // Source.     Elementary.
  UpperBound tail_bound(const ComplexBall& s) const override {
    const Bits b{64};
    const Ball mu(mu_, b), x = s.real();
    return bound<"NOISE-LAPLACE">(
        UpperBound::of(Ball::integer(1, b) + (exp(-((mu + x) / 2)) + exp((x - mu) / 2)) / 2));
  }
  UpperBound strip_bound(const Ball&) const override { return UpperBound::infinite(); }
  ComplexBall tail(Tail which, const ComplexBall& s, bool) const override {
    const Bits b = s.precision();
    const ComplexBall mu = ComplexBall(Ball(mu_, b)), one = ComplexBall(Ball::integer(1, b));
    const Ball half(Rational(1, 2), b);
    const bool of_P = which == Tail::P_above || which == Tail::P_below;
    const ComplexBall small = exp((of_P ? -(mu + s) : s - mu) * half) * half;
    return which == Tail::P_above || which == Tail::Q_below ? small : one - small;
  }

 private:
  Rational mu_;
};

}  // namespace

std::shared_ptr<const NoiseLaw> laplace_noise(const Rational& mu) {
  return std::make_shared<LaplaceNoise>(mu);
}

}  // namespace plumbline
