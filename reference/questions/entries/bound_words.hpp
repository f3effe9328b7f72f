/// Texts for the arguments of a bound on many mechanisms.
#pragma once

#include <string>

#include "reference/questions/question.hpp"

namespace plumbline {

/// Returns a text like "The smallest delta at epsilon = 1", with the last number of the question.
std::string bound_asked(const Query& question);

}  // namespace plumbline
