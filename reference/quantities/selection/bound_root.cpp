#include "reference/quantities/selection/bound_root.hpp"

#include <algorithm>
#include <cmath>

namespace plumbline {

std::optional<Ball> bound_root(const std::function<Ball(const Ball&)>& bound, const Rational& goal,
                               const Effort& effort, Bits bits) {
  const Ball target(goal, bits), zero(bits);
  // The bound at one point. `above` is false only if the bound is proved to be at most the goal. `log_ratio` is the
  // approximate logarithm of bound / goal; it only guides the search.
  struct Height {
    bool above;
    double log_ratio;
  };
  const auto height = [&](const Ball& at) -> Height {
    const Ball here = bound(at);
    const double log_size = here.log_approximate();
    return {!certainly_at_most(here, target),
            std::isfinite(log_size) ? log_size - target.log_approximate() : -700.0};
  };
  Ball low = zero, high = zero;
  Height left = height(zero), right = left;
  if (!left.above) return zero;
  double step = 1. / 4;
  for (high = Ball::from_binary64(step, bits); (right = height(high)).above; step *= 2) {
    if (step > 1e6) return std::nullopt;
    low = high;
    left = right;
    high = Ball::from_binary64(2 * step, bits);
  }
  for (int i = 0; i < 200 && !effort.expired(); ++i) {
    if (Ball::hull(low, high).relative_digits() >= effort.digits) break;
    double share = left.log_ratio / (left.log_ratio - right.log_ratio);
    if (i % 3 == 2 || !(share > 0 && share < 1)) share = 0.5;
    // Keeps the point strictly inside the interval.
    share = std::clamp(share, 1e-6, 1 - 1e-6);
    const Ball middle = (low + (high - low) * Ball::from_binary64(share, bits)).midpoint();
    if (!certainly_less(low, middle) || !certainly_less(middle, high)) break;
    const Height here = height(middle);
    (here.above ? low : high) = middle;
    (here.above ? left : right) = here;
  }
  return Ball::hull(low, high);
}

}  // namespace plumbline
