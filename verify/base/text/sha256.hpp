/// SHA-256 (FIPS 180-4). Here it only catches accidents - an edited or damaged file - so a short
/// implementation is worth more than another dependency.
#pragma once

#include <string>
#include <string_view>

namespace plumbline {

/// 64 lower-case hexadecimal digits.
std::string sha256(std::string_view bytes);

}  // namespace plumbline
