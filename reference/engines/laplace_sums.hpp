/// Engine "laplace_sums": N-fold composition of one Laplace mechanism as an exact finite sum. It is
/// where the line integral fails: the atoms of few Laplace steps never decay.
#pragma once

#include "reference/engines/engine.hpp"

namespace plumbline {

std::string laplace_sums_refusal(const Composition& composition);
/// Whether the sum is the better choice over the line integral.
bool laplace_sums_preferred(const Composition& composition);
std::unique_ptr<Engine> make_laplace_sums(const Composition& composition);

}  // namespace plumbline
