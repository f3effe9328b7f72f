/// Checks of a TOML text before toml++ parses it.
#pragma once

#include <optional>
#include <string>

namespace plumbline {

/// Returns the line (from 1) of a character beyond ASCII outside of strings and comments. Valid TOML contains no such
/// character. toml++ 3.3 does not report it: for most of these characters its test for white space reaches code that
/// it declares unreachable, which is undefined behaviour.
std::optional<int> stray_character_line(const std::string& text);

}  // namespace plumbline
