/// Implements the rule of Engine::answer about interruptions, for engines whose pairs poll by themselves
/// (poll_here.hpp).
#pragma once

#include <memory>

#include "reference/engines/engine.hpp"

namespace plumbline {

/// Returns the engine's answer, where pairs poll with the effort's poll. If a poll throws Interrupted through the
/// engine, returns the range of every answer.
Enclosure answer_until_stopped(Engine& engine, Question question, const Real& t,
                               const Effort& effort);

/// Wraps an engine so that it answers by answer_until_stopped().
std::unique_ptr<Engine> stoppable(std::unique_ptr<Engine> engine);
/// Returns the engine inside one that stoppable() made; another engine unchanged.
const Engine& within_stoppable(const Engine& engine);

}  // namespace plumbline
