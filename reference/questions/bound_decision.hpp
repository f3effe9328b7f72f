/// The result of the decision whether a quantity is at most a bound.
#pragma once

#include "reference/questions/answer.hpp"

namespace plumbline {

/// `proved`: the quantity is at most the bound; `refuted`: it exceeds the bound.
enum class Decided { proved, refuted, undecided };

struct BoundDecision {
  Decided word = Decided::undecided;
  Answer used;  ///< the enclosure that decided the question, or the last one if it is undecided
};

}  // namespace plumbline
