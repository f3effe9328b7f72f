/// The scoreboard: what the judged claims say about each method of each accountant. Pages without
/// mathematics; every number comes from the summary.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "verify/claims/run.hpp"

namespace plumbline {

struct ScoreboardTable {
  std::string title, note;
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows;
};

struct ScoreboardPage {
  std::string title;
  std::vector<std::string> paragraphs;
  std::vector<ScoreboardTable> tables;
};

ScoreboardPage scoreboard(const ClaimsRun& run);

std::string scoreboard_markdown(const ScoreboardPage& page);
/// One file without references to others: contents, and a section for each tool with all its
/// violations.
std::string scoreboard_html(const ClaimsRun& run);
/// For a terminal: the counts of each method and its worst violation.
std::string scoreboard_text(const ClaimsRun& run);

/// Parts of these pages: the counts in a line; what is promised by a kind of claim; an error or a
/// time as people read it.
std::string counts_line(const ClaimsRun& run);
std::string what_is_promised(ClaimKind kind);
std::string error_text(double relative_error);
std::string short_seconds(double x);
/// " [1.6.0, 2026-05]" where the run has several releases of the tool.
std::string release_beside(const ClaimsRun& run, const MethodRow& row);
/// "12 kept", "3 of 12 broken".
std::string promises_text(const MethodRow& row);
/// "3 gross, 12 material", or nothing.
std::string violations_text(const Counts& counts);

/// How many claims were judged, and how many there are if the run was interrupted.
std::string claims_counted(const ClaimsRun& run);

/// Writes `accountants.md` and `accountants.html` into the folder, which is made if it is not
/// there. Throws std::invalid_argument when that cannot be done.
void write_scoreboard(const ClaimsRun& run, const std::filesystem::path& folder);

}  // namespace plumbline
