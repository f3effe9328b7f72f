/// Histories of training runs of Opacus accountants, in JSON or as Python prints them.
#pragma once

#include <string>

namespace plumbline {

/// Returns true if the text is an object or a list of JSON or Python, and not an expression.
bool is_json_text(const std::string& text);

/// Returns the composition of a history. A history is a list of [noise multiplier, sampling rate, steps], or of objects
/// with members of these names; it may be a member of an object (a state_dict, a report). A JSON number means exactly
/// the double to which it parses. The composition of a history without steps is perfectly_private(). Throws
/// std::invalid_argument with a description of the file and of the accepted formats.
std::string expression_of_history(const std::string& text, const std::string& file);

}  // namespace plumbline
