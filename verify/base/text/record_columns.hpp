/// The names of a table's columns: those known, and what was meant by others.
#pragma once

#include <string>
#include <vector>

namespace plumbline {

/// Returns true if one of these columns is probably the mechanism's, also where its name is misspelt.
bool names_mechanism(const std::string& text);
/// Throws std::invalid_argument where a column is none of the known names and does not begin with x-: once for
/// all such columns, with the name that was meant, or that a mechanism's numbers stand in its expression.
void require_columns(const std::vector<std::string>& header, const std::vector<std::string>& known);
/// Returns true if these are the fields of this program's output about a value (lower, upper, engine).
bool is_answer_output(const std::vector<std::string>& fields);

}  // namespace plumbline
