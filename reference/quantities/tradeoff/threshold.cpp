#include "reference/quantities/tradeoff/threshold.hpp"

#include <algorithm>
#include <cmath>

#include "reference/engines/engine.hpp"

namespace plumbline {
namespace {

/// Returns the upper quantile of the standard normal distribution, to a few digits.
double rough_quantile(double alpha) {
  const Ball q = normal_quantile(Ball::from_binary64(alpha, Bits{64}));
  return q.is_finite() ? -q.approximate() : 0;
}

struct Trial {
  Ball t;
  /// Log(rate/alpha), or -log((1 - rate)/(1 - alpha)) if alpha > 1/2, where `rate` is the rejection rate at t.
  /// Decreases in t.
  double height;
};

class Search {
 public:
  Search(PrivacyProfile& profile, const Rational& alpha, int digits, const Effort& effort)
      : profile_(profile), alpha_(alpha), effort_(effort), bits_(bits_for_digits(digits) + 96) {
    effort_.digits = std::max(6, digits + 2);
  }

  Trial at(const Ball& t) {
    const Ball rate = profile_.approximate_rejection_rate(Real::exactly(t), effort_).rounded(bits_);
    const Ball goal(alpha_, bits_);
    Ball h = log(rate.midpoint() / goal);
    // Near alpha = 1, the complement 1 - rate is the number with relative accuracy.
    if (alpha_ > Rational(1, 2)) {
      const Ball one = Ball::integer(1, bits_);
      h = -log((one - rate.midpoint()) / (one - goal));
    }
    double height = h.approximate();
    if (!h.is_finite()) {
      height = certainly_less(goal, rate.midpoint()) ? 700 : -700;
    }
    return {t, height};
  }

  Bits bits() const { return bits_; }

 private:
  PrivacyProfile& profile_;
  Rational alpha_;
  Effort effort_;
  Bits bits_;
};

/// Returns true if the threshold is 0. In the worst direction the profile has a kink at eps = 0, where delta of either
/// direction is the total variation. P(S > t) jumps there, and every alpha inside the jump has the threshold 0.
bool at_symmetric_kink(PrivacyProfile& profile, const Rational& alpha, const Effort& effort) {
  if (profile.direction() != Direction::worst) return false;
  Effort rough = effort;
  rough.digits = 10;
  const Real zero{Rational(0)};
  const Ball a = profile.engine().answer(Question::P_above, zero, rough).value;
  const Ball b = profile.engine().answer(Question::Q_below, zero, rough).value;
  const Ball goal(alpha, Bits{128});
  return certainly_at_most(min(a, b), goal) && certainly_at_most(goal, max(a, b));
}

}  // namespace

Ball threshold(PrivacyProfile& profile, const Rational& alpha, int digits, const Effort& effort) {
  Search search(profile, alpha, digits, effort);
  if (at_symmetric_kink(profile, alpha, effort)) return Ball(search.bits());
  const Composition::Location where = profile.approximate_location();
  const double guess = where.mean + where.deviation * rough_quantile(alpha.approximate());
  Trial a = search.at(Ball::from_binary64(guess, search.bits()));
  double step = 0.05 * where.deviation;
  const double direction = a.height > 0 ? 1 : -1;
  Trial b = a;
  for (int i = 0; i < 60 && (b.height > 0) == (a.height > 0) && a.height != 0; ++i) {
    a = b;
    b = search.at((a.t + Ball::from_binary64(direction * step, search.bits())).midpoint());
    step *= 2;
  }
  const double tolerance = -digits * std::log(10.0);
  // The Illinois method (a secant method that halves the height of a retained end) converges fast if P(S > t) is
  // smooth; at a jump only bisection makes progress.
  constexpr int kSecantSteps = 25;
  for (int i = 0; i < kSecantSteps + 20 + 4 * digits && !effort.expired(); ++i) {
    const Ball width = b.t - a.t;
    if (width.log_approximate() < tolerance + std::log(where.deviation)) break;
    const double share = a.height / (a.height - b.height);
    const bool secant = i < kSecantSteps && share > 0 && share < 1;
    const Ball fraction = Ball::from_binary64(secant ? share : 0.5, search.bits());
    const Trial x = search.at((a.t + width * fraction).midpoint());
    if (std::fabs(x.height) < std::exp(tolerance)) return x.t;
    if ((x.height > 0) == (b.height > 0)) {
      a.height /= 2;
    } else {
      a = b;
    }
    b = x;
  }
  return ((a.t + b.t) / 2).midpoint();
}

}  // namespace plumbline
