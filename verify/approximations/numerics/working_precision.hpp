/// The precision in which a run of a method computes.
#pragma once

#include "reference/arithmetic/bits.hpp"

namespace plumbline::approximations {

/// Sets the precision of numbers created by its thread, during its lifetime; other threads have their own. Can be
/// nested. Creating a number outside of it is an error: it would belong to no run.
class WorkingPrecision {
 public:
  explicit WorkingPrecision(Bits bits);
  ~WorkingPrecision();
  WorkingPrecision(const WorkingPrecision&) = delete;
  WorkingPrecision& operator=(const WorkingPrecision&) = delete;

  /// Throws std::logic_error if there is none.
  static Bits current();

 private:
  long before_;
};

}  // namespace plumbline::approximations
