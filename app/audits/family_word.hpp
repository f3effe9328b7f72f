/// Checks the option --family, which names a mechanism with one open parameter.
#pragma once

#include <string>

namespace plumbline {

/// Throws std::invalid_argument if no parameter of the mechanism is written `?`. If the text names no mechanism, the
/// message lists the mechanisms.
void check_family(const std::string& family);

}  // namespace plumbline
