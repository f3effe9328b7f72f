/// Where one step's loss lies, roughly and in doubles, seen through its tails alone: for mechanisms
/// that offer no transform. Says where to look, never enters a bound.
#pragma once

#include <array>

#include "reference/mechanisms/dominating_pair.hpp"

namespace plumbline {

/// Under P (first) and under Q (second), given that the loss is finite.
struct RoughLoss {
  std::array<double, 2> mean, variance;
};

RoughLoss rough_loss(const DominatingPair& pair);

}  // namespace plumbline
