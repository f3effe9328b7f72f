/// Positive numbers counted by size, in bounded memory however many there are.
#pragma once

#include <map>

namespace plumbline {

/// Quantiles to about 1 %. Zero and infinity are counted as such.
class LogHistogram {
 public:
  /// x >= 0; nan is ignored.
  void add(double x);
  long count() const { return count_; }
  double sum() const { return sum_; }
  double largest() const { return largest_; }
  /// The median, 0 when none exist.
  double median() const;

 private:
  std::map<int, long> bins_;
  long count_ = 0;
  double sum_ = 0, largest_ = 0;
};

}  // namespace plumbline
