/// The precision in which a run of a method computes.
#pragma once

#include "reference/arithmetic/bits.hpp"

namespace plumbline::approximations {

/// While it lives, numbers made by its thread have this precision; other threads have theirs. May be
/// nested. A number made while there is none is an error: it would belong to no run.
class WorkingPrecision {
 public:
  explicit WorkingPrecision(Bits bits);
  ~WorkingPrecision();
  WorkingPrecision(const WorkingPrecision&) = delete;
  WorkingPrecision& operator=(const WorkingPrecision&) = delete;

  /// Throws std::logic_error where there is none.
  static Bits current();

 private:
  long before_;
};

}  // namespace plumbline::approximations
