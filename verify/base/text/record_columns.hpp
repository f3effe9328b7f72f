/// Checks the names of a table's columns, and suggests known names for unknown ones.
#pragma once

#include <string>
#include <vector>

namespace plumbline {

/// Returns true if the text, which may be the first line of a file, probably contains the column name "mechanism". The
/// name may be misspelt.
bool names_mechanism(const std::string& text);
/// Throws std::invalid_argument if a column has an unknown name that does not begin with x-. One message lists all such
/// columns. For each column it suggests the intended name. For a parameter of a mechanism, it explains that parameters
/// belong to the expression of the mechanism.
void require_columns(const std::vector<std::string>& header, const std::vector<std::string>& known);
/// Returns true if the fields include lower, upper and engine, but not verdict: then the file is this program's own
/// output about values.
bool is_answer_output(const std::vector<std::string>& fields);

}  // namespace plumbline
