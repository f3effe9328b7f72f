/// Estimates how many digits a line integral reaches for many Laplace steps. If it reaches the requested digits, the
/// line integral runs before the engines that compute exact sums.
#pragma once

#include "reference/composition/composition.hpp"

namespace plumbline {

/// Returns the estimated number of digits that a line integral reaches for runs of one Laplace mechanism; 0 for other
/// compositions. The estimate is approximately -log10 of the atoms' share of the transform, (1 + mu/2)^-N. This share
/// is smaller for thresholds far from the mean.
int digits_of_a_line(const Composition& composition);

}  // namespace plumbline
