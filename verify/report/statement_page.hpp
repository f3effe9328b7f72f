/// The page "What the papers state and what is true".
#pragma once

#include <filesystem>
#include <string>

#include "verify/report/statement_standing.hpp"

namespace plumbline {

/// The page, from the results and what the index says. It claims no verdict that is not in the
/// results, and holds no times.
std::string statement_page(const StatementIndexes& indexes, const RunResults& results);

/// Writes out/statements.md when there is an index; returns its path or an empty one.
std::filesystem::path write_statement_page(const std::filesystem::path& out,
                                           const StatementIndexes& indexes);

}  // namespace plumbline
