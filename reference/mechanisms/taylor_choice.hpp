/// Decides if the Taylor bound of a transform's decay (taylor_decay.hpp) is worth computing.
#pragma once

#include <algorithm>
#include <cmath>

namespace plumbline {

/// Heuristic values in doubles that choose between valid bounds.
struct TaylorChoice {
  /// reach: approximation of y0 of TAYLOR-DECAY; log_value: log of the Taylor bound at T, 0 if T >= reach
  double reach = 0, log_value = 0;
};

/// Computes the choice from the variance and fourth moment of the tilted loss.
inline TaylorChoice taylor_choice(double variance, double fourth, double T) {
  const double rho = std::sqrt(variance * fourth);
  TaylorChoice out;
  out.reach = std::min(2 * variance / rho, std::sqrt(2 / variance));
  if (T < out.reach) out.log_value = std::log1p(-variance * T * T / 2 + rho * T * T * T / 6);
  return out;
}

}  // namespace plumbline
