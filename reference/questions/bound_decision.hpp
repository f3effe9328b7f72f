/// Decides if a number is at most a bound.
#pragma once

#include "reference/questions/answer.hpp"

namespace plumbline {

/// The answer to the question if the number is at most the bound.
enum class Decided { proved, refuted, undecided };

struct BoundDecision {
  Decided word = Decided::undecided;
  Answer used;  ///< the enclosure that decided the question, or the last one if it is undecided
};

}  // namespace plumbline
