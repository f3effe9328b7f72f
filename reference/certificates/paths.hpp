/// Ways to derive a value again, and with how many digits. They choose which enclosure is computed, and
/// when to stop; that it contains the number is the engine's theorem, on every path.
#pragma once

#include "reference/certificates/check.hpp"

namespace plumbline {

/// One certificate under check. How much is asked of the engines follows from the ends stated.
struct CheckTask {
  const Certificate& certificate;
  const CheckOptions& options;
  const Quantity& entry;  ///< of its quantity
  Query request;
  Interval interval;
};

struct CheckPath {
  std::string engine, other_engine;  ///< as in Query
  bool vary = false;
  std::string label;    ///< how it is independent
  double patience = 0;  ///< seconds for an engine that may not get there; 0: no limit
  bool spent = false;   ///< more digits are out of its reach
};

/// The most independent ones first: other engines, the same on another path, the same again.
std::vector<CheckPath> paths_of(const CheckTask& task);

/// Poll that also abandons the work after some seconds (0: never).
Poll at_most(double seconds, const Poll& poll);

/// How many digits of a stated point [x, x] are compared, unless more are asked.
inline constexpr int kStatedPointDigits = 200;
/// Returns true if it has more.
bool is_long_point(const Interval& stated, int least);

/// Digits to derive, one after the other until all ends of the intervals are decided. The last is
/// beyond the digits that the ends are written with: a number that still agrees with an end is that
/// end, for all that enclosures tell.
std::vector<int> digits_to_try(const std::vector<Interval>& stated, int least);

}  // namespace plumbline
