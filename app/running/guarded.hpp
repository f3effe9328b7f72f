/// Commands of which nothing is known when time is up in the middle of a computation.
#pragma once

#include <functional>

#include "app/options/common_options.hpp"

namespace plumbline {

/// Lets `ask` give its answers and returns the exit code. When it is interrupted, the given data
/// stands, and one line on standard error says that time ran out.
int guarded(AnswerFormat format, const TextLayout& layout,
            const std::function<void(AnswerWriter&)>& ask);

}  // namespace plumbline
