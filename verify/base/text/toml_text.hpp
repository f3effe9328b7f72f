/// Checks of a TOML text before toml++ may read it.
#pragma once

#include <optional>
#include <string>

namespace plumbline {

/// The line (from 1) of a character beyond ASCII outside of strings and comments. Valid TOML has none, and toml++ 3.3
/// does not report it: for most of them its test for white space reaches a point it declares unreachable, which is
/// undefined behaviour.
std::optional<int> stray_character_line(const std::string& text);

}  // namespace plumbline
