/// The reach of a line integral with many Laplace steps, which engines of exact sums compare with their own cost.
#pragma once

#include "reference/composition/composition.hpp"

namespace plumbline {

/// The number of digits that it reaches for runs of one Laplace mechanism, where the atoms' share of the transform is
/// (1 + mu/2)^-N, and more far out; 0 for other compositions.
int digits_of_a_line(const Composition& composition);

}  // namespace plumbline
