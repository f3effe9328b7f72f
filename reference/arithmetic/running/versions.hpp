/// The software that computed a value: names and versions of the libraries.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace plumbline {

/// Returns the version of this project, such as "1.0.0".
const char* program_version();

/// Returns the versions of flint, arb, mpfr, compiler and platform, in this order. The platform names everything else
/// that may change a heuristic double: processor, fused multiply-add, C library.
std::vector<std::pair<std::string, std::string>> library_versions();

}  // namespace plumbline
