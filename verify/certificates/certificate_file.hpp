/// Files of certificates: whole or not at all.
#pragma once

#include <string>

namespace plumbline {

/// The content of a file, or of standard input for "-". Throws std::invalid_argument saying why it
/// cannot be read.
std::string read_text(const std::string& path);

/// Throws std::invalid_argument if `path` could not be written now: to be asked before a long
/// computation. "-" is standard output.
void check_writable(const std::string& path);

/// Writes a temporary file beside `path` and renames it, so that no reader ever sees half of it and
/// an earlier file survives a failure. Throws std::invalid_argument saying what failed.
void write_text(const std::string& path, const std::string& text);

}  // namespace plumbline
