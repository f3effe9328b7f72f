/// Checks by computation that the compiler preserves the arithmetic of IEEE 754. Options like -ffast-math and
/// -funsafe-math-optimizations permit it to reorder operations, and no macro reports all of them.
#pragma once

#include <string>

namespace plumbline {

/// Returns a description of the first operation that this build does not compute as IEEE 754 specifies; an empty text
/// if all are correct. The calling thread must round to nearest.
std::string unsafe_arithmetic();

}  // namespace plumbline
