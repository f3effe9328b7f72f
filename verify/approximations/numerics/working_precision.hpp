/// The precision, in bits, of the numbers of one run of a method.
#pragma once

#include "reference/arithmetic/bits.hpp"

namespace plumbline::approximations {

/// An object of this class sets the precision of all AdjustableReal numbers that its thread creates during its
/// lifetime. Every thread has its own precision. Objects can be nested. Without such an object, the creation of an
/// AdjustableReal throws std::logic_error.
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
