/// Converts Ctrl-C into a flag. The run polls this flag; if it is set, the run stops, saves its results, and exits
/// normally.
#pragma once

#include <csignal>

namespace plumbline {

/// Catches SIGINT during its lifetime; a second Ctrl-C ends the program immediately. At most one guard may exist at a
/// time.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

  static bool interrupted();

 private:
  struct sigaction before_;
};

/// Throws Interrupted if Ctrl-C was pressed. Computations call this function as their poll function.
void leave_if_interrupted();

}  // namespace plumbline
