/// Which digits are requested in turn, and what the next will take. It chooses an order of work and enters no bound.
#pragma once

#include <optional>
#include <vector>

#include "reference/arithmetic/running/deadline.hpp"
#include "reference/arithmetic/running/so_far.hpp"
#include "reference/arithmetic/running/stopwatch.hpp"

namespace plumbline {

/// The digits to ask for in turn, up to `digits`: so far apart that all before the last take a small
/// part of its time. Up to 25 digits it is these alone.
std::vector<int> digits_in_turn(int digits);

/// So many digits took so long.
struct TurnTaken {
  int digits;
  double seconds;
};

/// About the seconds of so many digits, more than those of the last; nothing where none took a time that can be
/// told.
std::optional<double> predicted_seconds(const std::vector<TurnTaken>& taken, int digits);

/// How many digits, more than those of the last and fewer than `next`, are likely available in so many seconds,
/// where `next` are not; nothing where the next are, or none between are worth it.
std::optional<int> digits_between(const std::vector<TurnTaken>& taken, int next, double seconds);

/// The digits of digits_in_turn, and with a Deadline others between where the next would not be had in the time
/// left.
class Turns {
 public:
  Turns(int digits, const Poll& poll);
  int now() const { return digits_[at_]; }
  bool last() const { return at_ + 1 == digits_.size(); }
  bool over() const { return at_ == digits_.size(); }
  /// To the next where the digits of this one were reached; else to the last one, as those between are of no use.
  void advance(bool reached);
  /// To the next, as what is known has the digits of this one already; not of the last.
  void skip() { ++at_; }
  /// The last one, again if it was this.
  void to_last();
  Stage stage() const { return {now(), predicted_seconds(taken_, now())}; }

 private:
  std::optional<Deadline> deadline_;
  std::vector<int> digits_;
  std::vector<TurnTaken> taken_;
  Stopwatch watch_;
  double begun_ = 0;
  size_t at_ = 0;
};

}  // namespace plumbline
