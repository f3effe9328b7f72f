/// A first attempt that ends soon, before bounds that do not depend on any engine.
#pragma once

#include "reference/arithmetic/running/stopwatch.hpp"
#include "reference/engines/effort.hpp"

namespace plumbline {

/// The effort of a caller, cut after a fraction of a second. Lives as long as the attempt.
class FirstLook {
 public:
  explicit FirstLook(const Effort& effort) : effort_(effort) {
    effort_.poll = [this, poll = effort.poll] {
      poll();
      constexpr double kSeconds = 0.3;
      if (watch_.seconds() < kSeconds) return;
      ended_ = true;
      throw Interrupted();
    };
  }
  FirstLook(const FirstLook&) = delete;
  FirstLook& operator=(const FirstLook&) = delete;

  const Effort& effort() const { return effort_; }
  /// Whether the time of the first look ended, and not the caller's.
  bool ended() const { return ended_; }

 private:
  Stopwatch watch_;
  Effort effort_;
  bool ended_ = false;
};

}  // namespace plumbline
