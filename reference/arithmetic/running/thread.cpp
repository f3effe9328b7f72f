#include "reference/arithmetic/running/thread.hpp"

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "reference/arithmetic/flint.hpp"

namespace plumbline {

void release_thread_caches() { flint_cleanup(); }

void return_free_memory([[maybe_unused]] size_t above) {
#ifdef __GLIBC__
  if (mallinfo2().fordblks > above) malloc_trim(0);
#endif
}

void return_large_blocks() {
#ifdef __GLIBC__
  constexpr int kLarge = 1 << 18;
  mallopt(M_MMAP_THRESHOLD, kLarge);
#endif
}

}  // namespace plumbline
