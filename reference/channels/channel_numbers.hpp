/// Arithmetic on Reals that may be rational, for channels.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "reference/arithmetic/real.hpp"

namespace plumbline {

bool is_zero(const Real& x);
/// Returns true if x <= y, false if x > y; nothing if the order is undecided.
std::optional<bool> at_most(const Real& x, const Real& y);
/// Returns the sum of the products of the pairs; exact if all numbers are rational.
Real combination(const std::vector<std::pair<Real, Real>>& terms);
/// Returns sum_y max(0, P(y) - factor Q(y)).
Ball hockey_stick(const std::vector<Real>& P, const std::vector<Real>& Q, const Real& factor,
                  Bits p);
/// Returns (e^epsilon - 1)/(e^epsilon + 1).
Ball half_tanh(const Ball& epsilon);

}  // namespace plumbline
