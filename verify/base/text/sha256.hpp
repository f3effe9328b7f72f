/// SHA-256 (FIPS 180-4). Its only purpose here is to detect accidental changes (an edited or damaged file), so a short
/// implementation in this project is preferable to another dependency.
#pragma once

#include <string>
#include <string_view>

namespace plumbline {

/// Returns the SHA-256 digest as 64 lower-case hexadecimal digits.
std::string sha256(std::string_view bytes);

}  // namespace plumbline
