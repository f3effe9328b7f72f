/// The digits that a caller requests and the callback that may stop the work.
#pragma once

#include <limits>

#include "reference/arithmetic/ball.hpp"
#include "reference/arithmetic/running/poll.hpp"

namespace plumbline {

/// The limits of one computation, which the caller passes down; they are never global.
struct Effort {
  int digits = 15;  ///< requested relative digits
  Poll poll = [] {};
  /// An enclosure below e^log_enough in size also suffices. The digits of a number do not matter if the number is
  /// negligible compared with another, known number.
  double log_enough = -std::numeric_limits<double>::infinity();

  /// Returns true if an enclosure has the requested digits or is below e^log_enough in size.
  bool suffices(const Ball& value) const;
  /// Returns true if poll would stop the work now.
  bool expired() const;
};

}  // namespace plumbline
