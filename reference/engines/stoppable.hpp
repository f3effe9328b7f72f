/// The promise of Engine::answer about a stop, for engines whose pairs poll by themselves (poll_here.hpp).
#pragma once

#include <memory>

#include "reference/engines/engine.hpp"

namespace plumbline {

/// The engine's answer, while pairs poll as the effort does; what every answer satisfies where a poll throws Interrupted
/// through the engine.
Enclosure answer_until_stopped(Engine& engine, Question question, const Real& t,
                               const Effort& effort);

/// An engine that answers so.
std::unique_ptr<Engine> stoppable(std::unique_ptr<Engine> engine);
/// The engine inside one that stoppable() made; another engine itself.
const Engine& within_stoppable(const Engine& engine);

}  // namespace plumbline
