/// Helpers that stop work at a chosen poll, as a time limit does.
#pragma once

#include <algorithm>
#include <limits>
#include <vector>

#include "reference/arithmetic/running/poll.hpp"
#include "tests/support.hpp"

namespace plumbline::testing {

/// Counts the polls of one question; each poll from number `first` on (counted from 1) throws Interrupted.
class StoppingPoll {
 public:
  explicit StoppingPoll(long first = std::numeric_limits<long>::max()) : first_(first) {}
  Poll poll() {
    return [this] {
      if (++calls_ >= first_) throw Interrupted();
    };
  }
  long calls() const { return calls_; }

 private:
  long first_, calls_ = 0;
};

/// Returns the polls at which to stop: all of them if they are at most `most`; otherwise that many at equal distances
/// from a random first one, together with the first and the last poll.
inline std::vector<long> stop_points(long polls, long most, Random& random) {
  std::vector<long> out;
  if (polls <= most) {
    for (long i = 1; i <= polls; ++i) out.push_back(i);
    return out;
  }
  const double step = static_cast<double>(polls) / static_cast<double>(most);
  out.push_back(1);
  for (double x = 1 + random.uniform(0, step); x < static_cast<double>(polls); x += step) {
    out.push_back(static_cast<long>(x));
  }
  out.push_back(polls);
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

}  // namespace plumbline::testing
