/// Estimates the mean and variance of one step's loss in doubles, from its tails alone, for mechanisms without a
/// transform. The estimate guides searches and never enters a bound.
#pragma once

#include <array>

#include "reference/mechanisms/dominating_pair.hpp"

namespace plumbline {

/// The estimates under P (index 0) and under Q (index 1), given that the loss is finite.
struct RoughLoss {
  std::array<double, 2> mean, variance;
};

RoughLoss rough_loss(const DominatingPair& pair);

}  // namespace plumbline
