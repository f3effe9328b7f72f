/// Ctrl-C as a flag: the run stops at the next poll, keeps what is done, and ends in order.
#pragma once

#include <csignal>

namespace plumbline {

/// Catches SIGINT while it lives; a second Ctrl-C ends the program at once. One at a time.
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

/// A poll: throws Interrupted where Ctrl-C was pressed.
void leave_if_interrupted();

}  // namespace plumbline
