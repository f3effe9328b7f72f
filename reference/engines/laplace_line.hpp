/// How far a line integral goes with many Laplace steps: what engines of exact sums weigh against it.
#pragma once

#include "reference/composition/composition.hpp"

namespace plumbline {

/// So many digits it has of runs of one Laplace mechanism, whose atoms' share of its transform is
/// (1 + mu/2)^-N, and more far out; 0 of other compositions.
int digits_of_a_line(const Composition& composition);

}  // namespace plumbline
