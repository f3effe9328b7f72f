/// The digits that a caller requests and the callback that may stop the work.
#pragma once

#include <limits>

#include "reference/arithmetic/ball.hpp"
#include "reference/arithmetic/running/poll.hpp"

namespace plumbline {

/// Limits that the caller passes down; never global.
struct Effort {
  int digits = 15;  ///< requested relative digits
  Poll poll = [] {};
  /// An enclosure below e^log_enough in size also suffices: if something larger is known, only the smallness of this
  /// number matters.
  double log_enough = -std::numeric_limits<double>::infinity();

  /// Returns true if an enclosure is as tight as requested, or as small.
  bool suffices(const Ball& value) const;
  /// Returns true if poll would stop the work now.
  bool expired() const;
};

}  // namespace plumbline
