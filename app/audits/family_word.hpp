/// The mechanisms that --family names.
#pragma once

#include <string>

namespace plumbline {

/// Checks that one parameter of the mechanism is written ?. Throws std::invalid_argument, which lists the mechanisms if
/// none is named.
void check_family(const std::string& family);

}  // namespace plumbline
