/// Runs commands that have no partial answer if the time limit ends the computation.
#pragma once

#include <functional>

#include "app/answers/writer.hpp"
#include "app/options/common_options.hpp"

namespace plumbline {

/// Calls `ask`, which writes its answers, and returns the exit code. If `ask` is interrupted, the answers written so
/// far are printed, and one line on standard error states that time ran out.
int guarded(AnswerFormat format, const TextLayout& layout,
            const std::function<void(AnswerWriter&)>& ask);

}  // namespace plumbline
