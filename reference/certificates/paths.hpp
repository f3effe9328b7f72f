/// Paths on which a value is derived again, and the digits to derive. They choose which enclosure is computed, and when
/// to stop; the theorem of the engine proves, on every path, that the enclosure contains the number.
#pragma once

#include "reference/certificates/check.hpp"

namespace plumbline {

/// One certificate under check. The stated ends determine the digits that are requested from the engines.
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
  double patience = 0;  ///< seconds for an engine that may not succeed; 0: no limit
  bool spent = false;   ///< the engine reaches no more digits
};

/// The most independent paths first: other engines, the same engine on another path, the same again.
std::vector<CheckPath> paths_of(const CheckTask& task);

/// Poll that also stops the work after some seconds (0: never).
Poll at_most(double seconds, const Poll& poll);

/// Number of compared digits of a stated point [x, x], unless more are requested.
inline constexpr int kStatedPointDigits = 200;
/// Returns true if the point has more digits.
bool is_long_point(const Interval& stated, int least);

/// Numbers of digits to derive, in sequence until all ends of the intervals are decided. The last one exceeds the
/// digits of the written ends: a number that still agrees with an end cannot be distinguished from it by enclosures.
std::vector<int> digits_to_try(const std::vector<Interval>& stated, int least);

}  // namespace plumbline
