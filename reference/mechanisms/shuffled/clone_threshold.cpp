#include "reference/mechanisms/shuffled/clone_threshold.hpp"

#include <utility>

namespace plumbline {

ShareFloors::ShareFloors(Ball share) : share_(std::move(share)), exact_(share_.is_exact()) {
  const Ball scaled = share_ * Ball(power(Rational(2), kFraction), share_.precision());
  low_ = whole(scaled.lower());
  high_ = whole(scaled.upper());
  if (high_) ++*high_;
}

std::optional<long> ShareFloors::whole(const Ball& x) {
  const Ball limit(power(Rational(2), kFraction + 1), x.precision());
  if (!certainly_less(abs(x), limit)) return std::nullopt;
  const auto found = certain_floor(x);
  if (!found) return std::nullopt;
  return static_cast<long>(found->approximate());
}

std::optional<long> ShareFloors::by_ball(long N) const {
  const auto found = certain_floor(share_ * N);
  if (!found) return std::nullopt;
  return static_cast<long>(found->approximate());
}

}  // namespace plumbline
