/// Implements the promise of Engine::answer about interruptions, for engines whose pairs poll by themselves
/// (poll_here.hpp).
#pragma once

#include <memory>

#include "reference/engines/engine.hpp"

namespace plumbline {

/// The engine's answer, where pairs poll with the effort's poll; the bounds of every answer if a poll throws
/// Interrupted through the engine.
Enclosure answer_until_stopped(Engine& engine, Question question, const Real& t,
                               const Effort& effort);

/// An engine that answers in this way.
std::unique_ptr<Engine> stoppable(std::unique_ptr<Engine> engine);
/// The engine inside one that stoppable() made; another engine unchanged.
const Engine& within_stoppable(const Engine& engine);

}  // namespace plumbline
