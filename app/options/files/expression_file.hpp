/// Mechanism expressions from files: `@FILE` on the command line.
#pragma once

#include <string>
#include <vector>

namespace plumbline {

/// The expression in the text of a file: its lines are phases, multiplied; or a training log, CSV with the columns
/// sigma (noise_multiplier; `?` if it is calibrated), p (sample_rate, sampling_rate) and steps, in that order if no
/// line names them; or a history in JSON (history_file.hpp), or a statement of TensorFlow Privacy. `#` begins a
/// comment. Throws std::invalid_argument, naming file and line.
std::string expression_in(const std::string& text, const std::string& file);

/// The tokens with `@FILE` replaced by the expression in that file.
std::vector<std::string> with_expressions_read(std::vector<std::string> words);

}  // namespace plumbline
