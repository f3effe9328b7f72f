/// Mechanism expressions from files: `@FILE` on the command line.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace plumbline {

/// The expression in the text of a file: its lines are phases, multiplied; or a training log, CSV with the columns
/// sigma (noise_multiplier; `?` if it is calibrated), p (q, sample_rate, sampling_rate) and steps (num_steps), in that
/// order if no line names them, between commas, semicolons or tabs; or a history (history_file.hpp), an event of
/// dp-accounting for a record added or removed, or a statement of TensorFlow Privacy. `#` begins a comment. Throws
/// std::invalid_argument, naming file and line.
std::string expression_in(const std::string& text, const std::string& file);

/// Returns "NAME is a file: write @NAME" if a mechanism names a file that can be read in its place.
std::optional<std::string> hint_of_file(const std::string& mechanism);

/// The tokens, the last one first, with `@FILE` replaced by the expression in that file. An event becomes
/// `--event FILE` where the command has this option, so that the answer describes its pair. `has_value` returns true for
/// an option of the command that takes a value.
std::vector<std::string> with_expressions_read(
    const std::vector<std::string>& words,
    const std::function<bool(const std::string&)>& has_value);

}  // namespace plumbline
