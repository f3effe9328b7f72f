/// Reads and writes certificate files. A file is written completely or not at all.
#pragma once

#include <string>

namespace plumbline {

/// Returns the content of a file, or of standard input for "-". Throws std::invalid_argument with the reason if the
/// file cannot be read.
std::string read_text(const std::string& path);

/// Throws std::invalid_argument if `path` cannot be written at the moment. Call it before a long computation. "-" means
/// standard output.
void check_writable(const std::string& path);

/// Writes a temporary file next to `path` and renames it, so that no reader sees an incomplete file and an earlier file
/// survives a failure. Throws std::invalid_argument with the reason.
void write_text(const std::string& path, const std::string& text);

}  // namespace plumbline
