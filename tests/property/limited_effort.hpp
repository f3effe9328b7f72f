/// Effort limits of some seconds for engines.
#pragma once

#include <time.h>

#include "reference/engines/engine.hpp"

namespace plumbline {

/// Returns the processor time of this thread in seconds.
inline double processor_time() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

/// Returns an effort of limited processor time; the answer at that time is an enclosure too.
inline Effort effort_of(int digits, double seconds) {
  Effort out;
  out.digits = digits;
  out.poll = [end = processor_time() + seconds] {
    if (processor_time() > end) throw Interrupted{};
  };
  return out;
}

}  // namespace plumbline
