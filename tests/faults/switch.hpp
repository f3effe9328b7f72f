/// Takes a bound away while it lives, to see whether a comparison would notice.
#pragma once

#include <string>

#include "reference/arithmetic/bound.hpp"

namespace plumbline::testing {

/// Not for use while other threads compute.
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
