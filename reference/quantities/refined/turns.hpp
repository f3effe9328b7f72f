/// Chooses the sequence of requested digits, and predicts the time of the next request. These choices affect only the
/// order and the time of the work; they enter no bound.
#pragma once

#include <optional>
#include <vector>

#include "reference/arithmetic/running/deadline.hpp"
#include "reference/arithmetic/running/so_far.hpp"
#include "reference/arithmetic/running/stopwatch.hpp"

namespace plumbline {

/// Returns an increasing sequence of digits that ends with `digits`. The steps are so large that all requests before
/// the last one together take a small part of the time of the last one. Up to 25 digits the sequence is `digits` alone.
std::vector<int> digits_in_turn(int digits);

/// The time that a number of digits took.
struct TurnTaken {
  int digits;
  double seconds;
};

/// Returns the predicted seconds for `digits` digits, where `digits` is more than the last request had; nothing if no
/// request took a measurable time.
std::optional<double> predicted_seconds(const std::vector<TurnTaken>& taken, int digits);

/// If `next` digits are probably not reached in `seconds`, returns a number of digits that probably is. It lies between
/// the digits of the last request and `next`. Returns nothing if `next` is probably reached, or if no number in between
/// is worthwhile.
std::optional<int> digits_between(const std::vector<TurnTaken>& taken, int next, double seconds);

/// The sequence of digits_in_turn; with a Deadline it inserts other numbers if the next one would not be reached in the
/// remaining time.
class Turns {
 public:
  Turns(int digits, const Poll& poll);
  int now() const { return digits_[at_]; }
  bool last() const { return at_ + 1 == digits_.size(); }
  bool over() const { return at_ == digits_.size(); }
  /// Advances to the next number of digits if the current number was reached; otherwise to the last number, because the
  /// numbers in between would not be reached either.
  void advance(bool reached);
  /// Skips the current number, because the result already has that many digits. Not for the last number.
  void skip() { ++at_; }
  /// Advances to the last number, or repeats it.
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
