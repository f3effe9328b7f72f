/// The mechanisms that --family names.
#pragma once

#include <string>

namespace plumbline {

/// One parameter of the mechanism is written ?; nothing where there is none. Throws std::invalid_argument,
/// which lists the mechanisms where none is named.
void check_family(const std::string& family);

}  // namespace plumbline
