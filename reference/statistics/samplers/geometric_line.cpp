#include <cmath>

#include "reference/arithmetic/ball.hpp"
#include "reference/statistics/samplers/integer_line.hpp"

namespace plumbline {
namespace {

constexpr Bits kGeometricBits{128};

Ball unit_ball() { return Ball::integer(1, kGeometricBits); }

/// The geometric distribution in closed form, with r = e^(-1/b).
class GeometricLine final : public IntegerLineLaw {
 public:
  GeometricLine(const Rational& b, bool one_sided)
      : inverse_(Rational(1) / b, kGeometricBits), scale_(b.approximate()), one_sided_(one_sided) {}

  UpperBound mass(std::optional<double> above, std::optional<double> at_most) const override {
    // A mass is a difference of values of the smaller tail, so that small masses have full relative accuracy.
    if (above && *above >= -1) {
      const Ball rest = at_most ? survival(*at_most) : Ball(kGeometricBits);
      return UpperBound::of(max(survival(*above) - rest, Ball(kGeometricBits)));
    }
    const Ball before = above ? below(*above) : Ball(kGeometricBits);
    const Ball all = at_most ? below(*at_most) : unit_ball();
    return UpperBound::of(max(all - before, Ball(kGeometricBits)));
  }
  std::pair<double, double> range() const override {
    const double far = std::ceil(40 * scale_) + 2;
    return {one_sided_ ? -1 : -far, far};
  }
  UpperBound residue_mass(long residue, long modulus) const override {
    const Ball period = -expm1(-(inverse_ * modulus)), r_residue = r_to(residue);
    const Ball other = residue == 0 ? r_to(modulus) : r_to(modulus - residue);
    if (one_sided_) return UpperBound::of(-expm1(-inverse_) * r_residue / period);
    const Ball both =
        residue == 0 ? unit_ball() + other * 2 / period : (r_residue + other) / period;
    return UpperBound::of(at_zero() * both);
  }
  UpperBound repetition() const override {
    const Ball r2 = r_to(2L), rest = unit_ball() - r2;
    if (one_sided_) return UpperBound::of(square(-expm1(-inverse_)) / rest);
    return UpperBound::of(square(at_zero()) * (unit_ball() + r2 * 2 / rest));
  }
  std::optional<long> first() const override {
    return one_sided_ ? std::optional<long>(0) : std::nullopt;
  }

 private:
  Ball r_to(double n) const { return exp(-(inverse_ * exact(n, kGeometricBits))); }
  Ball r_to(long n) const { return exp(-(inverse_ * n)); }
  /// P(X = 0) of the two-sided distribution.
  Ball at_zero() const { return -expm1(-inverse_) / (unit_ball() + r_to(1L)); }
  /// Returns P(X > x).
  Ball survival(double x) const {
    const double n = std::floor(x);
    if (one_sided_) return n < 0 ? unit_ball() : r_to(n + 1);
    return n < 0 ? unit_ball() - r_to(-n) / (unit_ball() + r_to(1L))
                 : r_to(n + 1) / (unit_ball() + r_to(1L));
  }
  /// Returns P(X <= x).
  Ball below(double x) const {
    const double n = std::floor(x);
    if (one_sided_)
      return n < 0 ? Ball(kGeometricBits) : -expm1(-(inverse_ * exact(n + 1, kGeometricBits)));
    return n < 0 ? r_to(-n) / (unit_ball() + r_to(1L))
                 : unit_ball() - r_to(n + 1) / (unit_ball() + r_to(1L));
  }

  Ball inverse_;  ///< 1/b
  double scale_;
  bool one_sided_;
};

}  // namespace

std::unique_ptr<const IntegerLineLaw> geometric_line_law(const Rational& b, bool one_sided) {
  return std::make_unique<GeometricLine>(b, one_sided);
}

}  // namespace plumbline
