/// The functions that a formula may call.
#pragma once

#include <vector>

#include "reference/arithmetic/ball.hpp"

namespace plumbline {

struct FormulaFunction {
  const char* name;
  size_t least, most;  ///< the smallest and the largest number of arguments
  Ball (*apply)(const std::vector<Ball>&);
};

const std::vector<FormulaFunction>& formula_functions();

}  // namespace plumbline
