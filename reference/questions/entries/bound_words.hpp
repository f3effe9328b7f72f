/// Text for a quantity that is a bound on a class of mechanisms.
#pragma once

#include <string>

#include "reference/questions/question.hpp"

namespace plumbline {

/// Returns a text like "The smallest delta at epsilon = 1", with the last number of the question.
std::string bound_asked(const Query& question);

}  // namespace plumbline
