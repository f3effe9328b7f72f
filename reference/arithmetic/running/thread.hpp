/// Per-thread resources of the ball arithmetic.
#pragma once

#include <cstddef>

#include "reference/arithmetic/running/floating_point.hpp"

namespace plumbline {

/// Frees FLINT's caches of the calling thread; call it at the end of every worker thread.
void release_thread_caches();

/// Scope of a worker thread, from its beginning to its end: sets the standard floating-point environment, which threads
/// do not reliably inherit, and frees the caches at the end.
class WorkerScope {
 public:
  WorkerScope() = default;
  ~WorkerScope() { release_thread_caches(); }
  WorkerScope(const WorkerScope&) = delete;
  WorkerScope& operator=(const WorkerScope&) = delete;

 private:
  FloatingPointScope standard_{};
};

/// Returns free memory to the system if there is more than `above` bytes of it. Numbers of many sizes that are freed in
/// a different order otherwise leave unusable gaps.
void return_free_memory(size_t above);

/// Makes large blocks (tables, buffers of long products) return to the system as soon as they are freed; by default the
/// allocator retains blocks of previously freed sizes. For runs of many questions of different sizes; affects the whole
/// process.
void return_large_blocks();

}  // namespace plumbline
