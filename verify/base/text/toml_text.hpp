/// Checks a TOML text before toml++ parses it.
#pragma once

#include <optional>
#include <string>

namespace plumbline {

/// Returns the number of the first line (counted from 1) that has a non-ASCII character outside of strings and
/// comments; nothing if there is none. Valid TOML contains no such character. toml++ 3.3 does not report it: for most
/// of these characters its test for white space reaches code that it declares unreachable, which is undefined
/// behaviour.
std::optional<int> stray_character_line(const std::string& text);

}  // namespace plumbline
