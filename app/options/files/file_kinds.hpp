/// Files that people have, recognised by their content.
#pragma once

#include <optional>
#include <string>

namespace plumbline {

/// Returns what a file is that has no expression in it, and the command or the form that reads it: "an array of
/// NumPy; ...". Nothing of a text that may be an expression, a training log or a history.
std::optional<std::string> unlike_expression(const std::string& text);

/// Returns true if the text is a privacy statement of TensorFlow Privacy about a run of DP-SGD.
bool is_training_statement(const std::string& text);

/// The composition of such a statement: Poisson sampling at batch / examples in ceil(epochs examples / batch) steps,
/// as its accountant assumes. Throws std::invalid_argument where the numbers of the run are not in it.
std::string expression_of_statement(const std::string& text, const std::string& file);

}  // namespace plumbline
