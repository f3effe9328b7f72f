/// Histories of trainings as accountants of Opacus keep them, in JSON.
#pragma once

#include <string>

namespace plumbline {

/// Returns true if the text is JSON, an object or a list, and no expression.
bool is_json_text(const std::string& text);

/// Returns true if the text is such a history, or has one.
bool has_history(const std::string& text);

/// The composition of a history: a list of [noise multiplier, sampling rate, steps], or of objects with these by
/// name, by itself or as a member of an object (a state_dict, a report). Numbers are the doubles meant. Throws
/// std::invalid_argument, saying what the file looks like and what is read.
std::string expression_of_history(const std::string& text, const std::string& file);

}  // namespace plumbline
