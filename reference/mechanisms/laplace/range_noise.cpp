#include "reference/mechanisms/laplace/range_noise.hpp"

#include "reference/arithmetic/bound.hpp"
#include "reference/mechanisms/finite/finite_pair.hpp"
#include "reference/mechanisms/laplace/laplace.hpp"
#include "reference/mechanisms/noise_law.hpp"
#include "reference/mechanisms/parameter_draw.hpp"

namespace plumbline {
namespace {

/// L = epsilon (2u - 1), 0 < u < 1. The density of L is e^{-l/2}/(4 sinh(epsilon/2)) under P and e^{l/2}/(4
/// sinh(epsilon/2)) under Q.
class RangeNoise final : public NoiseLaw {
 public:
  explicit RangeNoise(Rational epsilon) : epsilon_(std::move(epsilon)) {}

  std::optional<Rational> first() const override { return Rational(0); }
  std::optional<Rational> last() const override { return Rational(1); }
  std::pair<double, double> reach(long) const override { return {0.0, 1.0}; }

  Position position(const Ball& loss) const override {
    const Bits b = loss.precision();
    const Ball u = (loss / epsilon(b) + 1) / 2, one = Ball::integer(1, b);
    if (certainly_at_most(u, Ball(b))) return {-1, Ball(b)};
    if (certainly_at_most(one, u)) return {+1, one};
    return {0, min(one, max(Ball(b), u))};
  }
  ComplexBall loss(const ComplexBall& u, bool) const override {
    const Bits b = u.precision();
    return (u * Ball::integer(2, b) - one(b)) * epsilon(b);
  }
  ComplexBall density(bool of_Q, const ComplexBall& u) const override {
    const Bits b = u.precision();
    const Ball e = epsilon(b);
    const ComplexBall exponent = (of_Q ? u : one(b) - u) * e;
    return exp(exponent) * (e / expm1(e));
  }
  ComplexBall slope(const ComplexBall& u) const override {
    return ComplexBall(epsilon(u.precision()) * 2);
  }
  NoiseMass mass(const std::optional<Ball>& u1, const std::optional<Ball>& u2) const override {
    const Bits b = u1 ? u1->precision() : u2 ? u2->precision() : Bits{128};
    const Ball e = epsilon(b), from = u1 ? *u1 : Ball(b), to = u2 ? *u2 : Ball::integer(1, b);
    const Ball rise = expm1(e * (to - from)) / expm1(e);
    return {exp(e * (Ball::integer(1, b) - to)) * rise, exp(e * from) * rise};
  }
  ComplexBall continued_position(const ComplexBall& loss, bool) const override {
    const Bits b = loss.precision();
    const Ball half(Rational(1, 2), b);
    return loss * (half / epsilon(b)) + ComplexBall(half);
  }
  std::pair<ComplexBall, ComplexBall> continued_mass(
      const std::optional<ComplexBall>& u1, const std::optional<ComplexBall>& u2) const override {
    const Bits b = u1 ? u1->precision() : u2 ? u2->precision() : Bits{128};
    const Ball e = epsilon(b), scale = Ball::integer(1, b) / expm1(e);
    const ComplexBall from = u1 ? *u1 : ComplexBall(b), to = u2 ? *u2 : one(b);
    return {(exp((one(b) - from) * e) - exp((one(b) - to) * e)) * scale,
            (exp(to * e) - exp(from * e)) * scale};
  }
  ComplexBall tail(Tail which, const ComplexBall& s, bool) const override {
    const Bits b = s.precision();
    const bool of_P = which == Tail::P_above || which == Tail::P_below;
    const ComplexBall e(epsilon(b)), exponent = (of_P ? e - s : e + s) * Ball(Rational(1, 2), b);
    const ComplexBall share = expm1(exponent) * (Ball::integer(1, b) / expm1(epsilon(b)));
    return which == Tail::P_above || which == Tail::Q_below ? share : one(b) - share;
  }
  // BOUND(RANGE-TAILS)
  // Statement.  The continued tails at s = x + iy are at most
  //
  //                 1 + (e^{(epsilon+|x|)/2} + 1)/(e^epsilon - 1).
  //
  // Needs.      Nothing: the tails are entire.
  // Proof.      Each tail is h or 1 - h with h = (e^{(epsilon -+ s)/2} - 1)/(e^epsilon - 1), and |e^z| = e^{Re z}.
  // Source.     Elementary.
  UpperBound tail_bound(const ComplexBall& s) const override {
    const Bits b{64};
    const Ball e = epsilon(b), top = exp((e + abs(s.real())) / 2) + 1;
    return bound<"RANGE-TAILS">(UpperBound::of(Ball::integer(1, b) + top / expm1(e)));
  }
  UpperBound strip_bound(const Ball&) const override { return UpperBound::infinite(); }

 private:
  Ball epsilon(Bits b) const { return {epsilon_, b}; }
  static ComplexBall one(Bits b) { return ComplexBall(Ball::integer(1, b)); }
  Rational epsilon_;
};

}  // namespace

std::shared_ptr<const NoiseLaw> range_noise(const Rational& epsilon) {
  return std::make_shared<RangeNoise>(epsilon);
}

}  // namespace plumbline
