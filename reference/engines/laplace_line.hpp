/// Estimates the digits of a line integral with many Laplace steps; engines of exact sums compare their own cost with
/// it.
#pragma once

#include "reference/composition/composition.hpp"

namespace plumbline {

/// Returns the estimated number of digits of a line integral for runs of one Laplace mechanism, where the atoms'
/// share of the transform is (1 + mu/2)^-N (smaller for thresholds far from the mean); 0 for other compositions.
int digits_of_a_line(const Composition& composition);

}  // namespace plumbline
