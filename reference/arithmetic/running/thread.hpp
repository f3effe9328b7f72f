/// Resources of the ball arithmetic for each thread.
#pragma once

#include <cstddef>

#include "reference/arithmetic/running/floating_point.hpp"

namespace plumbline {

/// Frees FLINT's caches of the calling thread. Call it at the end of every worker thread.
void release_thread_caches();

/// Scope of a worker thread, from its beginning to its end. Sets the standard floating-point environment, which
/// threads do not reliably inherit, and frees the caches at the end.
class WorkerScope {
 public:
  WorkerScope() = default;
  ~WorkerScope() { release_thread_caches(); }
  WorkerScope(const WorkerScope&) = delete;
  WorkerScope& operator=(const WorkerScope&) = delete;

 private:
  FloatingPointScope standard_{};
};

/// Returns free memory of the heap to the operating system if more than `above` bytes are free. Without such calls,
/// numbers of many sizes leave unusable gaps if they are not freed in the order of their allocation.
void return_free_memory(size_t above);

/// Configures the allocator to return large blocks (tables, buffers of long products) to the operating system as soon
/// as they are freed. By default, the allocator keeps a freed block if a large block of at least its size was freed
/// before. Useful for runs of many questions of different sizes. Affects the whole process.
void return_large_blocks();

}  // namespace plumbline
