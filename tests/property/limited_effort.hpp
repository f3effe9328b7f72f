/// Engines asked for what is found in some seconds.
#pragma once

#include <time.h>

#include "reference/engines/engine.hpp"

namespace plumbline {

/// Seconds of this thread.
inline double processor_time() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

/// A result within some seconds is an enclosure as well.
inline Effort effort_of(int digits, double seconds) {
  Effort out;
  out.digits = digits;
  out.poll = [end = processor_time() + seconds] {
    if (processor_time() > end) throw Interrupted{};
  };
  return out;
}

}  // namespace plumbline
