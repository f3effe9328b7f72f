#include "verify/base/interrupt.hpp"

#include <atomic>

#include "reference/mechanisms/loss_measure.hpp"

namespace plumbline {
namespace {

// The signal handler sets the flag, and worker threads read it. Therefore the flag is a lock-free atomic; a volatile
// sig_atomic_t is only safe within one thread.
std::atomic<bool> g_interrupted{false};
static_assert(std::atomic<bool>::is_always_lock_free);

void on_interrupt(int) { g_interrupted.store(true); }

}  // namespace

InterruptGuard::InterruptGuard() : before_{} {
  g_interrupted.store(false);
  struct sigaction action = {};
  action.sa_handler = on_interrupt;
  action.sa_flags = static_cast<int>(SA_RESETHAND);  // the second Ctrl-C has its default effect
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, &before_);
}

InterruptGuard::~InterruptGuard() { sigaction(SIGINT, &before_, nullptr); }

bool InterruptGuard::interrupted() { return g_interrupted.load(); }

void leave_if_interrupted() {
  if (InterruptGuard::interrupted()) throw Interrupted{};
}

}  // namespace plumbline
