/// Mechanism expressions from files: `@FILE` on the command line.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace plumbline {

/// Returns the expression in the text of a file. The text is one of: expressions of phases, one per line, whose product
/// is returned; a training log; a history (history_file.hpp); an event of dp-accounting for a record added or removed;
/// a statement of TensorFlow Privacy. A training log is CSV, separated by commas, semicolons or tabs. Its columns are
/// sigma (or noise_multiplier; `?` if it is calibrated), p (or q, sample_rate, sampling_rate) and steps (or num_steps).
/// If no line names the columns, they have this order. `#` begins a comment. Throws std::invalid_argument, naming file
/// and line.
std::string expression_in(const std::string& text, const std::string& file);

/// Returns "NAME is a file: write @NAME" if the text of a mechanism is the name of a file with an expression.
std::optional<std::string> hint_of_file(const std::string& mechanism);

/// Returns the tokens of the command line with `@FILE` replaced by the expression in that file. `words` and the result
/// are in reverse order: the last token comes first. A file with an event becomes `--event FILE` if the command has
/// this option, so that the answer describes the pair of the event. `has_value` returns true for an option of the
/// command that has a value.
std::vector<std::string> with_expressions_read(
    const std::vector<std::string>& words,
    const std::function<bool(const std::string&)>& has_value);

}  // namespace plumbline
