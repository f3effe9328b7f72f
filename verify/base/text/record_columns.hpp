/// Checks the names of a table's columns, and suggests known names for unknown ones.
#pragma once

#include <string>
#include <vector>

namespace plumbline {

/// Returns true if the name probably means the column of the mechanism, even if it is misspelt.
bool names_mechanism(const std::string& text);
/// Throws std::invalid_argument if a column has an unknown name that does not begin with x-. One message covers all
/// such columns, and suggests the intended name or remarks that the expression contains a mechanism's numbers.
void require_columns(const std::vector<std::string>& header, const std::vector<std::string>& known);
/// Returns true if these are the fields of this program's output for a value (lower, upper, engine).
bool is_answer_output(const std::vector<std::string>& fields);

}  // namespace plumbline
