/// Wraps help texts to the width of a terminal.
#pragma once

#include <string>

namespace plumbline {

/// The largest number of columns of a line of help.
inline constexpr size_t kHelpColumns = 80;

/// Returns the text with lines of at most kHelpColumns columns; a line is longer only if a single token is longer.
/// Descriptions of options continue in their column, prose is wrapped again, and commands continue after a backslash,
/// so that they can be copied.
std::string wrapped_help(const std::string& help);

}  // namespace plumbline
