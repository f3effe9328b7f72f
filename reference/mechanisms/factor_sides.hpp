/// What is known of a factor as written, by what its mechanism says of its pair (pair_standing.hpp).
#pragma once

#include <string>

#include "reference/mechanisms/expression.hpp"
#include "reference/mechanisms/pair_standing.hpp"

namespace plumbline {

/// Of the mechanisms inside it too: `member` and `ceiling` with its power, empty where there are none.
struct FactorSides {
  PairSide side = PairSide::both;  ///< never inner
  std::string member, ceiling;
};

/// Throws std::invalid_argument where a parameter is out of range.
FactorSides sides_of(const WrittenFactor& factor);

}  // namespace plumbline
