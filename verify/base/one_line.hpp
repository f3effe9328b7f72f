/// Messages quote what they were given, which may be anything.
#pragma once

#include <string>

namespace plumbline {

/// The text with control characters, line ends among them, and bytes that are no UTF-8 written as
/// `\x0a`.
std::string one_line(const std::string& text);

}  // namespace plumbline
