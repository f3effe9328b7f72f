#include "reference/arithmetic/bound.hpp"

namespace plumbline {

// Nothing else may be defined in this file: tests replace it as a whole when they are linked.
BoundFault bound_fault(const char*) { return {}; }

}  // namespace plumbline
