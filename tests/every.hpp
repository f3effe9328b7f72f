/// All questions to an engine and all directions.
#pragma once

#include "reference/engines/engine.hpp"
#include "reference/mechanisms/neighbours/direction.hpp"

namespace plumbline::testing {

inline constexpr Question kQuestions[] = {
    Question::delta,   Question::one_minus_delta, Question::excess, Question::P_above,
    Question::P_below, Question::Q_above,         Question::Q_below};

inline constexpr Direction kDirections[] = {Direction::forward, Direction::reverse,
                                            Direction::worst};

}  // namespace plumbline::testing
