/// Words for the arguments of a bound on many mechanisms.
#pragma once

#include <string>

#include "reference/questions/question.hpp"

namespace plumbline {

/// "The smallest delta at epsilon = 1", by the last of the numbers.
std::string bound_asked(const Query& question);

}  // namespace plumbline
