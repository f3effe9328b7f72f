#include "verify/approximations/curves/judged_curves.hpp"

namespace plumbline::approximations {
namespace {

class GaussianCurve final : public ComparedCurve {
 public:
  explicit GaussianCurve(double mu) : mu_(mu) {}

  Ball value(const Rational& alpha, Bits p) const override {
    if (alpha.is_zero()) return Ball::integer(1, p);
    if (alpha == Rational(1)) return Ball(p);
    return normal_cdf(-normal_quantile(Ball(alpha, p)) - mu(p));
  }

  /// Encloses G' = -exp(mu z - mu^2/2), z = Phi^-1(1 - alpha), which increases with alpha from -inf to 0.
  Ball slopes(const Rational& a, const Rational& b, Bits p) const override {
    if (a.is_zero()) return Ball::indeterminate(p);
    const Ball last = b == Rational(1) ? Ball(p) : slope(b, p);
    return Ball::hull(slope(a, p), last);
  }

 private:
  Ball mu(Bits p) const { return Ball::from_binary64(mu_, p); }
  Ball slope(const Rational& alpha, Bits p) const {
    const Ball z = -normal_quantile(Ball(alpha, p));
    return -exp(mu(p) * z - square(mu(p)) / 2);
  }

  double mu_;
};

class LowerOf final : public ComparedCurve {
 public:
  explicit LowerOf(std::vector<std::unique_ptr<ComparedCurve>> curves)
      : curves_(std::move(curves)) {}

  Ball value(const Rational& alpha, Bits p) const override {
    Ball least = curves_.front()->value(alpha, p);
    for (const auto& curve : curves_) least = min(least, curve->value(alpha, p));
    return least;
  }
  /// Encloses the slopes of all chords of the minimum between a and b. They lie between the smallest and the largest
  /// slope of such a chord of one of the curves.
  Ball slopes(const Rational& a, const Rational& b, Bits p) const override {
    Ball all = curves_.front()->slopes(a, b, p);
    for (const auto& curve : curves_) {
      const Ball more = curve->slopes(a, b, p);
      if (!more.is_finite() || !all.is_finite()) return Ball::indeterminate(p);
      all = Ball::hull(all, more);
    }
    return all;
  }

 private:
  std::vector<std::unique_ptr<ComparedCurve>> curves_;
};

}  // namespace

std::unique_ptr<ComparedCurve> gaussian_curve(double mu) {
  return std::make_unique<GaussianCurve>(mu);
}

std::unique_ptr<ComparedCurve> lower_of(std::vector<std::unique_ptr<ComparedCurve>> curves) {
  if (curves.size() == 1) return std::move(curves.front());
  return std::make_unique<LowerOf>(std::move(curves));
}

}  // namespace plumbline::approximations
