#include "verify/suite/cases/band.hpp"

namespace plumbline {

std::optional<bool> band_contains(const std::pair<double, double>& band, const Ball& truth) {
  const Bits bits = truth.precision();
  const Ball lower = Ball::from_binary64(band.first, bits);
  const Ball upper = Ball::from_binary64(band.second, bits);
  if (certainly_at_most(lower, truth) && certainly_at_most(truth, upper)) return true;
  if (certainly_less(truth, lower) || certainly_less(upper, truth)) return false;
  return std::nullopt;
}

}  // namespace plumbline
