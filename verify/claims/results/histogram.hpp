/// Counts positive numbers by size, in memory that does not grow with their number.
#pragma once

#include <map>

namespace plumbline {

/// Provides the median with a relative accuracy of approximately 1 %. Zero and infinity are counted separately.
class LogHistogram {
 public:
  /// Adds x >= 0; nan is ignored.
  void add(double x);
  long count() const { return count_; }
  double sum() const { return sum_; }
  double largest() const { return largest_; }
  /// Returns the median, or 0 if there are no numbers.
  double median() const;

 private:
  std::map<int, long> bins_;
  long count_ = 0;
  double sum_ = 0, largest_ = 0;
};

}  // namespace plumbline
