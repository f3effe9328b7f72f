/// A limit of time, as a Poll. Who is given one can tell that it is such, and end a part of its work
/// earlier.
#pragma once

#include <algorithm>
#include <chrono>

#include "reference/mechanisms/loss_measure.hpp"

namespace plumbline {

class Deadline {
 public:
  using Clock = std::chrono::steady_clock;

  Deadline(Clock::time_point begin, Clock::time_point end) : begin_(begin), end_(end) {}
  /// So many seconds from now on, but not beyond what a clock can count.
  static Deadline in(double seconds) {
    constexpr double kLongest = 1e9;
    const Clock::time_point now = Clock::now();
    return {now, now + std::chrono::duration_cast<Clock::duration>(
                           std::chrono::duration<double>(std::min(seconds, kLongest)))};
  }

  /// Throws Interrupted where it is over.
  void operator()() const {
    if (Clock::now() > end_) throw Interrupted{};
  }
  /// Seconds; negative where it is over.
  double left() const { return std::chrono::duration<double>(end_ - Clock::now()).count(); }
  /// The same where this share of the time is over.
  Deadline part(double share) const {
    const std::chrono::duration<double> all = end_ - begin_;
    return {begin_, begin_ + std::chrono::duration_cast<Clock::duration>(all * share)};
  }

 private:
  Clock::time_point begin_, end_;
};

/// Null where the poll is another one.
inline const Deadline* deadline_of(const Poll& poll) { return poll.target<Deadline>(); }

}  // namespace plumbline
