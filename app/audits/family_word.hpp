/// The mechanisms that --family names.
#pragma once

#include <string>

namespace plumbline {

/// Throws std::invalid_argument unless one parameter of the mechanism is written `?`. If the text names no
/// mechanism, the message lists the mechanisms.
void check_family(const std::string& family);

}  // namespace plumbline
