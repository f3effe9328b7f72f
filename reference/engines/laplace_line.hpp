/// Estimates how many digits a line integral reaches for many Laplace steps. If it reaches the requested digits, the
/// line integral runs before the engines that compute exact sums.
#pragma once

#include "reference/composition/composition.hpp"

namespace plumbline {

/// Returns the estimated number of digits that a line integral reaches for runs of one Laplace mechanism; 0 for other
/// compositions. Let mu be the parameter of the mechanism and N > 100 the number of runs. The estimate is -log10 of (1
/// + mu/2)^-N, the share of the atoms in the transform, less a margin. For thresholds far from the mean the share is
/// smaller.
int digits_of_a_line(const Composition& composition);

}  // namespace plumbline
