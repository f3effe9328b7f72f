/// Histories of training runs in the JSON format of Opacus accountants.
#pragma once

#include <string>

namespace plumbline {

/// Returns true if the text is JSON, an object or a list, and not an expression.
bool is_json_text(const std::string& text);

/// Returns true if the text is such a history, or contains one.
bool has_history(const std::string& text);

/// The composition of a history: a list of [noise multiplier, sampling rate, steps], or of objects with members of
/// these names, alone or as a member of an object (a state_dict, a report). Numbers are exact doubles. Throws
/// std::invalid_argument with a description of the file and of the accepted formats.
std::string expression_of_history(const std::string& text, const std::string& file);

}  // namespace plumbline
