/// Finds and runs the Python package that creates pages from records.
#pragma once

#include <string>
#include <vector>

#include "app/options/words.hpp"

namespace plumbline {

/// statement: certificates in prose, on one page.
void add_statement_command(Command& app, int& exit_code);
/// report and scoreboard: pages of the results of verify and claims.
void add_report_commands(Command& app, int& exit_code);

/// Runs `python3 plumbline_reports WORDS...` as a subprocess and returns its exit code. The package is in the folder
/// that PLUMBLINE_REPORTS names, in share/plumbline/reports next to bin, or in the checkout in which this program was
/// built; PLUMBLINE_PYTHON names another Python. Throws std::invalid_argument, with the remedy, if the package is
/// missing.
int run_reports(const std::vector<std::string>& words);

/// Throws the exception of run_reports() if the package is missing. Call it before work that would be lost.
void require_reports();

/// Creates an optional page: reports a missing package without failing.
void make_page_if_possible(const std::vector<std::string>& words);

}  // namespace plumbline
