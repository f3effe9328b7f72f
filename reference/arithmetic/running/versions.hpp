/// The software that computed a value: names and versions of the libraries in use.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace plumbline {

/// flint, arb, mpfr, compiler and platform, in this order. The platform names further influences on heuristic doubles:
/// processor, fused multiply-add, C library.
std::vector<std::pair<std::string, std::string>> library_versions();

}  // namespace plumbline
