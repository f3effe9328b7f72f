/// The pages made from records: a package in Python, which this program finds and runs.
#pragma once

#include <string>
#include <vector>

#include "app/options/words.hpp"

namespace plumbline {

/// statement: certificates in words, on one page.
void add_statement_command(Command& app, int& exit_code);
/// report and scoreboard: pages of what verify and claims left.
void add_report_commands(Command& app, int& exit_code);

/// Runs `python3 plumbline_reports WORDS...` in the place of this program and gives its exit code. The package is
/// in the folder that PLUMBLINE_REPORTS names, in share/plumbline/reports beside bin, or in the checkout that this
/// program was built in; PLUMBLINE_PYTHON names another Python. Throws std::invalid_argument, with the remedy, where
/// the package is not there.
int run_reports(const std::vector<std::string>& words);

/// Throws the same, before work that would be lost.
void require_reports();

/// Makes a page where pages are optional: reports a missing package without failing.
void make_page_if_possible(const std::vector<std::string>& words);

}  // namespace plumbline
