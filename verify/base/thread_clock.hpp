/// Measures and limits the processor time of a thread, which does not depend on the load of the machine.
#pragma once

#include <algorithm>
#include <chrono>
#include <ctime>

namespace plumbline {

/// Returns the processor time of this thread, in seconds.
inline double seconds_of_thread() {
  std::timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

/// A limit of `seconds` of processor time for the thread that creates the object. Only this thread may use the object.
/// Reading the clock of the thread needs a system call. Therefore it is read only after `seconds` of wall-clock time,
/// when the limit may have been reached.
class ThreadDeadline {
 public:
  explicit ThreadDeadline(double seconds) : end_(seconds_of_thread() + seconds) { ask_in(seconds); }

  bool passed() {
    if (Clock::now() < ask_) return false;
    const double left = end_ - seconds_of_thread();
    if (left < 0) return true;
    ask_in(left);
    return false;
  }

 private:
  using Clock = std::chrono::steady_clock;

  void ask_in(double seconds) {
    constexpr double kMost = 3600;
    const std::chrono::duration<double> rest(std::clamp(seconds, 0.0, kMost));
    ask_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(rest);
  }

  double end_;
  Clock::time_point ask_;
};

}  // namespace plumbline
