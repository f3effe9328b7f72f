/// Engine::answer returns the best enclosure so far if it is interrupted. This file implements this rule for engines
/// whose pairs poll by themselves (poll_here.hpp).
#pragma once

#include <memory>

#include "reference/engines/engine.hpp"

namespace plumbline {

/// Returns the engine's answer; meanwhile, pairs poll with the effort's poll. If a poll throws Interrupted and the
/// engine does not catch it, returns the range that contains all possible answers.
Enclosure answer_until_stopped(Engine& engine, Question question, const Real& t,
                               const Effort& effort);

/// Wraps an engine so that it answers by answer_until_stopped().
std::unique_ptr<Engine> stoppable(std::unique_ptr<Engine> engine);
/// If stoppable() made the engine, returns the engine that it wraps; otherwise returns `engine` itself.
const Engine& within_stoppable(const Engine& engine);

}  // namespace plumbline
