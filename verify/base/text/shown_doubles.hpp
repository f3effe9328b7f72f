/// Doubles in sentences.
#pragma once

#include <string>

namespace plumbline {

/// Returns the text with each double that stands in it as a hex float, a fraction or a decimal of many digits written as
/// the shortest decimal that reads back: 0.1 in place of 0x1.999999999999ap-4. Other numbers stay as they are.
std::string with_shown_doubles(const std::string& text);

}  // namespace plumbline
