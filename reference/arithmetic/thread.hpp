/// Per-thread resources of the ball arithmetic.
#pragma once

namespace plumbline {

/// Frees FLINT's caches of the calling thread; call it at the end of every worker thread.
void release_thread_caches();

}  // namespace plumbline
