/// A quantity and a judged method of the tests' own.
#pragma once

#include "reference/questions/registry.hpp"
#include "verify/approximations/approximation.hpp"

namespace plumbline::testing {

Quantity gain_entry();
ApproximationEntry low_gain();

}  // namespace plumbline::testing
