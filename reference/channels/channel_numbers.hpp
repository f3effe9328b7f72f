/// Reals that may be rational, for computations with channels.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "reference/arithmetic/real.hpp"

namespace plumbline {

bool is_zero(const Real& x);
/// Returns true if x <= y; nothing if undecided.
std::optional<bool> at_most(const Real& x, const Real& y);
/// sum of weights times Reals, exact if these are rational.
Real combination(const std::vector<std::pair<Real, Real>>& terms);
/// sum_y max(0, P(y) - factor Q(y)).
Ball hockey_stick(const std::vector<Real>& P, const std::vector<Real>& Q, const Real& factor,
                  Bits p);
/// (e^epsilon - 1)/(e^epsilon + 1).
Ball half_tanh(const Ball& epsilon);

}  // namespace plumbline
