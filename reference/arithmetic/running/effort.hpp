/// The digits that a caller requests and the callback that may stop the work.
#pragma once

#include <limits>

#include "reference/arithmetic/ball.hpp"
#include "reference/arithmetic/running/poll.hpp"

namespace plumbline {

/// Limits passed down from the caller; never global.
struct Effort {
  int digits = 15;  ///< relative digits requested
  Poll poll = [] {};
  /// An enclosure below e^log_enough in size will do as well: where something larger is known, of
  /// what is smaller only that it is so matters.
  double log_enough = -std::numeric_limits<double>::infinity();

  /// Returns true if an enclosure is as tight as requested, or as small.
  bool suffices(const Ball& value) const;
  /// Returns true if poll would abandon the work now.
  bool expired() const;
};

}  // namespace plumbline
