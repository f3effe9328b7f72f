#include "reference/arithmetic/bound.hpp"

namespace plumbline {

// This file may not define anything else, because tests replace it as a whole at link time.
BoundFault bound_fault(const char*) { return {}; }

}  // namespace plumbline
