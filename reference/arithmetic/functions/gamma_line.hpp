/// The Gamma function at equidistant points of a vertical line.
#pragma once

#include <functional>
#include <vector>

#include "reference/arithmetic/vectors/complex_vector.hpp"

namespace plumbline {

/// Returns Gamma(x + i k step) e^{pi k step/2} for k = 0 .. bits.size() - 1, with a relative accuracy of
/// approximately bits[k] bits. The values are of moderate size for all k. Requires x, step > 0. `poll` may throw to
/// stop the work.
ComplexVector gamma_line(const Ball& x, const Ball& step, const std::vector<Bits>& bits,
                         const std::function<void()>& poll);

}  // namespace plumbline
