/// The software that computed a value: names and versions of the libraries in use.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace plumbline {

/// Returns the version of this project, such as "1.0.0".
const char* program_version();

/// flint, arb, mpfr, compiler and platform, in this order. The platform names what else may change
/// a heuristic double: processor, fused multiply-add, C library.
std::vector<std::pair<std::string, std::string>> library_versions();

}  // namespace plumbline
