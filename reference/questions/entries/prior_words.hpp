/// Texts for the data set to which a prior refers.
#pragma once

#include <string>

#include "reference/mechanisms/neighbours/direction.hpp"

namespace plumbline {

/// Returns the data set of a pair to which the prior of a question refers: the first one, the second one, or the
/// worse of the two.
inline std::string data_set_of_prior(Direction direction) {
  switch (direction) {
    case Direction::forward:
      return "the first one (without the record, where one is added or removed)";
    case Direction::reverse:
      return "the second one (with the record, where one is added or removed)";
    case Direction::worst:
      break;
  }
  return "one of them (the worse choice counts)";
}

}  // namespace plumbline
