/// Per-thread resources of the ball arithmetic.
#pragma once

#include <cstddef>

#include "reference/arithmetic/running/floating_point.hpp"

namespace plumbline {

/// Frees FLINT's caches of the calling thread; call it at the end of every worker thread.
void release_thread_caches();

/// For a worker thread, from its beginning to its end: the standard floating-point environment, which no thread inherits
/// for sure; its caches are freed at the end.
class WorkerScope {
 public:
  WorkerScope() = default;
  ~WorkerScope() { release_thread_caches(); }
  WorkerScope(const WorkerScope&) = delete;
  WorkerScope& operator=(const WorkerScope&) = delete;

 private:
  FloatingPointScope standard_{};
};

/// Gives memory that is free back to the system where there is more than `above` bytes of it: numbers
/// of many sizes, freed in another order, otherwise leave holes that no one fills.
void return_free_memory(size_t above);

/// From now on large blocks (tables, buffers of long products) go back to the system as soon as they are freed: by
/// itself the allocator keeps those of a size that was freed once. For runs of many questions of different sizes; of
/// the whole process.
void return_large_blocks();

}  // namespace plumbline
