#include "reference/arithmetic/thread.hpp"

#include "reference/arithmetic/flint.hpp"

namespace plumbline {

void release_thread_caches() { flint_cleanup(); }

}  // namespace plumbline
