/// Measures elapsed time for reports and limits, never for a bound.
#pragma once

#include <chrono>

namespace plumbline {

/// A watch that starts when the object is constructed.
class Stopwatch {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace plumbline
