/// The precision of one run of a method.
#pragma once

#include "reference/arithmetic/bits.hpp"

namespace plumbline::approximations {

/// Sets the precision of the numbers that its thread creates during its lifetime; every thread has its own precision.
/// Objects can be nested. An AdjustableReal must not be created without such an object, because the number would
/// belong to no run.
class WorkingPrecision {
 public:
  explicit WorkingPrecision(Bits bits);
  ~WorkingPrecision();
  WorkingPrecision(const WorkingPrecision&) = delete;
  WorkingPrecision& operator=(const WorkingPrecision&) = delete;

  /// Returns the current precision. Throws std::logic_error if there is none.
  static Bits current();

 private:
  long before_;
};

}  // namespace plumbline::approximations
