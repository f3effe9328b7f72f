/// The methods (paths) by which a check computes a value again, and the numbers of digits. They choose which enclosure
/// is computed, and when the computation stops. For every path, the theorem of the engine proves that the enclosure
/// contains the number.
#pragma once

#include "reference/certificates/check.hpp"

namespace plumbline {

/// The certificate that is checked, with its question.
struct CheckTask {
  const Certificate& certificate;
  const CheckOptions& options;
  const Quantity& entry;  ///< registry entry of its quantity
  Query request;
  Interval interval;
};

struct CheckPath {
  std::string engine, other_engine;  ///< as in Query
  bool vary = false;
  std::string label;    ///< the reason why the path is independent
  double patience = 0;  ///< time limit in seconds for an engine that may not succeed; 0: no limit
  bool spent = false;   ///< true if the path cannot reach more digits
};

/// Returns the paths, the most independent ones first: other engines, the same engine by an alternative method, the
/// same computation again.
std::vector<CheckPath> paths_of(const CheckTask& task);

/// Returns a poll that also stops the work after `seconds` seconds (0: never).
Poll at_most(double seconds, const Poll& poll);

/// Number of digits to which a stated point [x, x] is compared, unless more are requested.
inline constexpr int kStatedPointDigits = 200;
/// Returns true if the stated point has more digits than are compared.
bool is_long_point(const Interval& stated, int least);

/// Returns increasing numbers of digits, to be tried until all ends of the intervals are decided. The last one exceeds
/// the digits of the written ends; a number that still agrees with an end remains undecided.
std::vector<int> digits_to_try(const std::vector<Interval>& stated, int least);

}  // namespace plumbline
