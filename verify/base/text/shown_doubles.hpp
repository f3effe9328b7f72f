/// Formats doubles in texts for people.
#pragma once

#include <string>

namespace plumbline {

/// Returns the text in which each double, written as a hex float, a fraction or a long decimal, is replaced by the
/// shortest decimal that is parsed to the same double: 0.1 instead of 0x1.999999999999ap-4. Other numbers are
/// unchanged.
std::string with_shown_doubles(const std::string& text);

}  // namespace plumbline
