/// Reads a channel from a file. The file is TOML if its name ends in .toml, otherwise CSV.
#pragma once

#include <istream>
#include <string>

#include "reference/channels/local_privacy.hpp"

namespace plumbline {

/// Reads a channel; `-` means standard input. CSV has one row per input, with exact numbers separated by commas;
/// empty lines and lines that begin with # are skipped. TOML has one of
///     rows = [["3/4", "1/4"], ["1/4", "3/4"]]
///     randomized_response = { epsilon = "1", k = 4 }
///     extremal = { epsilon = "1", eta = "0.3" }
/// Throws std::invalid_argument with file, line, column and remedy.
Channel read_channel(const std::string& file);
/// Reads a channel from a stream; `file` is the name in messages, and its ending determines the format.
Channel read_channel(std::istream& in, const std::string& file);

}  // namespace plumbline
