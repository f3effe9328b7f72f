/// The decision whether a number is at most a bound.
#pragma once

#include "reference/questions/answer.hpp"

namespace plumbline {

/// The answer to "is the number at most the bound".
enum class Decided { proved, refuted, undecided };

struct BoundDecision {
  Decided word = Decided::undecided;
  Answer used;  ///< the enclosure that decided it, or the last one if the question is undecided
};

}  // namespace plumbline
