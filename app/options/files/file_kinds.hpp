/// Common kinds of files, recognised by their content.
#pragma once

#include <optional>
#include <string>

namespace plumbline {

/// Returns the kind of a file that contains no expression, and the command that reads it: "an array of NumPy; ...".
/// Returns nothing for a text that may be an expression, a training log or a history.
std::optional<std::string> unlike_expression(const std::string& text);

/// Returns true if the text is a privacy statement of TensorFlow Privacy about a run of DP-SGD.
bool is_training_statement(const std::string& text);

/// Returns the composition that a privacy statement of TensorFlow Privacy describes: Poisson sampling at the rate
/// batch / examples in ceil(epochs examples / batch) steps, as the accountant of the library assumes. With
/// microbatches the noise multiplier is halved. Throws std::invalid_argument if the numbers of the run are missing.
std::string expression_of_statement(const std::string& text, const std::string& file);

}  // namespace plumbline
