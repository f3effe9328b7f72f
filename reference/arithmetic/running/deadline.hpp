/// A time limit as a Poll. A function that receives a Poll can find out if it is a Deadline (deadline_of()). If so, the
/// function can give a part of its work an earlier end, and report its progress.
#pragma once

#include <algorithm>
#include <chrono>
#include <functional>
#include <optional>
#include <utility>

#include "reference/arithmetic/running/poll.hpp"

namespace plumbline {

/// The progress of work that requests increasing numbers of digits: data about the next request.
struct Stage {
  int digits = 0;
  /// Predicted seconds of the next request; nothing if no prediction is possible.
  std::optional<double> seconds{};
  double known = 0;  ///< digits of the best result so far
};

class Deadline {
 public:
  using Clock = std::chrono::steady_clock;

  Deadline(Clock::time_point begin, Clock::time_point end) : begin_(begin), end_(end) {}
  /// Returns a deadline that ends in `seconds` seconds; the time is limited by the range of the clock.
  static Deadline in(double seconds) {
    constexpr double kLongest = 1e9;
    const Clock::time_point now = Clock::now();
    return {now, now + std::chrono::duration_cast<Clock::duration>(
                           std::chrono::duration<double>(std::min(seconds, kLongest)))};
  }

  /// Returns a copy of this deadline that also calls `other` whenever it checks the time.
  Deadline asking(Poll other) const {
    Deadline out = *this;
    out.other_ = std::move(other);
    return out;
  }

  /// Returns a copy of this deadline that passes each stage of the work to the listener.
  Deadline told(std::function<void(const Stage&)> listener) const {
    Deadline out = *this;
    out.told_ = std::move(listener);
    return out;
  }
  void tell(const Stage& next) const {
    if (told_) told_(next);
  }

  /// Throws Interrupted if the time is over.
  void operator()() const {
    if (other_) other_();
    if (Clock::now() > end_) throw Interrupted{};
  }
  /// Returns the remaining time in seconds; negative if the time is over.
  double left() const { return std::chrono::duration<double>(end_ - Clock::now()).count(); }
  /// Returns a copy of this deadline that ends earlier: after the fraction `share` of the total time.
  Deadline part(double share) const {
    const std::chrono::duration<double> all = end_ - begin_;
    Deadline out = *this;
    out.end_ = begin_ + std::chrono::duration_cast<Clock::duration>(all * share);
    return out;
  }

 private:
  Clock::time_point begin_, end_;
  Poll other_{};
  std::function<void(const Stage&)> told_{};
};

/// Returns the Deadline behind a poll; null if the poll is not a Deadline.
inline const Deadline* deadline_of(const Poll& poll) { return poll.target<Deadline>(); }

}  // namespace plumbline
