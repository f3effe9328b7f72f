/// What is known of a factor as written, by what its mechanism says of its pair (pair_facts.hpp).
#pragma once

#include <string>

#include "reference/mechanisms/expression.hpp"
#include "reference/mechanisms/hypotheses/pair_facts.hpp"

namespace plumbline {

/// Of the mechanisms inside it too: `member` and `ceiling` with its power, empty where there are none.
struct FactorSides {
  PairDominance side = PairDominance::both;  ///< never inner
  std::string member, ceiling;
};

/// Throws std::invalid_argument where a parameter is out of range.
FactorSides sides_of(const WrittenFactor& factor);

}  // namespace plumbline
