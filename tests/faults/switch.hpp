/// Disables a bound during its lifetime, to test whether a comparison detects the fault.
#pragma once

#include <string>

#include "reference/arithmetic/bound.hpp"

namespace plumbline::testing {

/// The class is not thread-safe: no other thread may compute.
class FaultSwitch {
 public:
  FaultSwitch(std::string id, BoundFault::Size kind);
  FaultSwitch(const FaultSwitch&) = delete;
  FaultSwitch& operator=(const FaultSwitch&) = delete;
  ~FaultSwitch();

 private:
  std::string id_;
};

}  // namespace plumbline::testing
