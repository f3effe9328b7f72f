#include <algorithm>
#include <map>
#include <optional>

#include "verify/approximations/curves/judged_curves.hpp"

namespace plumbline::approximations {
namespace {

const Bits kBits{192};
constexpr double kMostDeviations = 12, kScan = 0.0625;

/// An Edgeworth expansion whose coefficients are doubles, evaluated in ball arithmetic at x = (t - mean) / deviation.
class BallLaw {
 public:
  explicit BallLaw(const EdgeworthLaw<double>& law)
      : mean_(Ball::from_binary64(law.mean(), kBits)),
        deviation_(Ball::from_binary64(law.deviation(), kBits)) {
    for (const double c : law.coefficients()) c_.push_back(Ball::from_binary64(c, kBits));
  }

  Ball x(const Ball& t) const { return (t - mean_) / deviation_; }
  const Ball& deviation() const { return deviation_; }

  Ball above(const Ball& t) const {
    const Ball at = x(t);
    return normal_survival(at) + normal_density(at) * sum(at, 0);
  }
  Ball below(const Ball& t) const {
    const Ball at = x(t);
    return normal_cdf(at) - normal_density(at) * sum(at, 0);
  }
  /// Returns F' deviation / phi = 1 + sum_n c_n He_{n+1}, since (phi He_n)' = -phi He_{n+1}. A wide ball is evaluated
  /// by the mean value theorem with He_{n+1}' = (n+1) He_n.
  Ball relative_density(const Ball& t) const {
    const Ball at = x(t), middle = at.midpoint();
    return sum(middle, 1) + 1 + derivative(at) * (at - middle);
  }

 private:
  /// Returns He_0 ... He_12 at x.
  static std::vector<Ball> hermite(const Ball& x) {
    std::vector<Ball> he = {Ball::integer(1, kBits), x};
    for (long n = 1; n < 12; ++n) {
      const size_t k = static_cast<size_t>(n);
      he.push_back(x * he[k] - he[k - 1] * n);
    }
    return he;
  }
  Ball sum(const Ball& x, size_t raised) const {
    const std::vector<Ball> he = hermite(x);
    Ball total(kBits);
    for (size_t n = 1; n < c_.size(); ++n) total += c_[n] * he[n + raised];
    return total;
  }
  Ball derivative(const Ball& x) const {
    const std::vector<Ball> he = hermite(x);
    Ball total(kBits);
    for (size_t n = 1; n < c_.size(); ++n) total += c_[n] * he[n] * static_cast<long>(n + 1);
    return total;
  }

  Ball mean_, deviation_;
  std::vector<Ball> c_;
};

class EdgeworthCurve final : public ComparedCurve {
 public:
  EdgeworthCurve(const EdgeworthLaw<double>& null, const EdgeworthLaw<double>& alternative)
      : rough_(null), null_(null), alternative_(alternative), low_(reach(-1)), high_(reach(1)) {
    const Ball low = exactly(low_), high = exactly(high_);
    // alpha decreases with the threshold, so the order of the ends is reversed.
    least_alpha_ = null_.above(high), most_alpha_ = null_.above(low);
    first_beta_ = alternative_.below(high), last_beta_ = alternative_.below(low);
  }

  Ball value(const Rational& alpha, Bits p) const override {
    const Ball level(alpha, p);
    if (certainly_at_most(level, *least_alpha_)) return *first_beta_;
    if (certainly_at_most(*most_alpha_, level)) return *last_beta_;
    return alternative_.below(threshold(alpha));
  }

  Ball slopes(const Rational& a, const Rational& b, Bits p) const override {
    const Ball from(a, p), to(b, p);
    if (certainly_at_most(to, *least_alpha_) || certainly_at_most(*most_alpha_, from))
      return Ball(p);
    const Ball between = Ball::hull(threshold(b), threshold(a));
    const Ball slope = slope_at(between);
    const bool inside =
        certainly_at_most(*least_alpha_, from) && certainly_at_most(to, *most_alpha_);
    return inside ? slope : Ball::hull(slope, Ball(p));
  }

 private:
  static Ball exactly(double t) { return Ball::from_binary64(t, kBits); }

  bool rises(const Ball& t, int depth) const {
    if (certainly_positive(null_.relative_density(t)) &&
        certainly_positive(alternative_.relative_density(t))) {
      return true;
    }
    if (depth == 0) return false;
    const Ball lower = t.lower(), upper = t.upper(), middle = t.midpoint();
    return rises(Ball::hull(lower, middle), depth - 1) &&
           rises(Ball::hull(middle, upper), depth - 1);
  }

  /// Returns the farthest threshold on one side of the mean (left if side = -1) such that both expansions are proved to
  /// increase between the mean and this threshold.
  double reach(int side) const {
    const double step = side * kScan * rough_.deviation();
    double t = rough_.mean();
    for (double x = 0; x < kMostDeviations; x += kScan, t += step) {
      if (!rises(Ball::hull(exactly(t), exactly(t + step)), 4)) break;
    }
    return t;
  }

  /// Returns an enclosure of the threshold t in [low, high] with null_.above(t) = alpha; if there is none, the end
  /// with the nearest alpha.
  const Ball& threshold(const Rational& alpha) const {
    const auto known = thresholds_.find(alpha);
    if (known != thresholds_.end()) return known->second;
    return thresholds_.emplace(alpha, enclosed_threshold(alpha)).first->second;
  }

  Ball enclosed_threshold(const Rational& alpha) const {
    const Ball level(alpha, kBits), all = Ball::hull(exactly(low_), exactly(high_));
    if (certainly_at_most(level, *least_alpha_)) return exactly(high_);
    if (certainly_at_most(*most_alpha_, level)) return exactly(low_);
    double low = low_, high = high_;  // above() decreases
    const double goal = alpha.approximate();
    const bool small = goal < 0.5;
    const double rest = (Rational(1) - alpha).approximate();
    for (int k = 0; k < 200 && low < high; ++k) {
      const double middle = (low + high) / 2;
      if (middle == low || middle == high) break;
      const bool beyond = small ? rough_.above(middle) < goal : rough_.below(middle) > rest;
      (beyond ? high : low) = middle;
    }
    // Refines t by Newton steps in balls. Then searches for an interval around t that certainly contains the threshold:
    // above() is certainly at least alpha at its left end, and at most alpha at its right end.
    Ball t = exactly((low + high) / 2);
    for (int k = 0; k < 3; ++k) {
      const Ball slope = normal_density(null_.x(t)) * null_.relative_density(t) / null_.deviation();
      t = (t + (null_.above(t) - level) / slope).midpoint();
    }
    for (double width = 1e-36; width < 1; width *= 1e4) {
      const Ball reach = exactly(width) * null_.deviation();
      const Ball left = max(t - reach, exactly(low_)).lower();
      const Ball right = min(t + reach, exactly(high_)).upper();
      if (certainly_at_most(level, null_.above(left)) &&
          certainly_at_most(null_.above(right), level)) {
        return Ball::hull(left, right);
      }
    }
    return all;
  }

  /// Returns d beta / d alpha = -F_alternative' / F_null' over a ball of thresholds.
  Ball slope_at(const Ball& t) const {
    const Ball x = null_.x(t), y = alternative_.x(t);
    // (x^2 - y^2)/2 over the ball, by the mean value theorem.
    const Ball m = t.midpoint(), x0 = null_.x(m), y0 = alternative_.x(m);
    const Ball exponent = (square(x0) - square(y0)) / 2 +
                          (x / null_.deviation() - y / alternative_.deviation()) * (t - m);
    const Ball ratio = alternative_.relative_density(t) / null_.relative_density(t);
    return -(exp(exponent) * ratio * null_.deviation() / alternative_.deviation());
  }

  EdgeworthLaw<double> rough_;
  BallLaw null_, alternative_;
  double low_, high_;
  std::optional<Ball> least_alpha_, most_alpha_, first_beta_, last_beta_;
  mutable std::map<Rational, Ball> thresholds_;
};

}  // namespace

std::unique_ptr<ComparedCurve> edgeworth_curve(const EdgeworthLaw<double>& null,
                                               const EdgeworthLaw<double>& alternative) {
  return std::make_unique<EdgeworthCurve>(null, alternative);
}

}  // namespace plumbline::approximations
