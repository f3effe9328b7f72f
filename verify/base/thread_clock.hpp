/// Processor time, which does not depend on how busy the machine is.
#pragma once

#include <ctime>

namespace plumbline {

/// That of this thread, in seconds.
inline double seconds_of_thread() {
  std::timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

}  // namespace plumbline
