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
/// One file without references to others; light and dark, wide and narrow.
std::string scoreboard_html(const ScoreboardPage& page);
/// For a terminal: the counts of each method and its worst violation.
std::string scoreboard_text(const ClaimsRun& run);

/// How many claims were judged, and how many there are if the run was interrupted.
std::string claims_counted(const ClaimsRun& run);

/// Writes `accountants.md` and `accountants.html` into the folder, which is made if it is not
/// there. Throws std::invalid_argument when that cannot be done.
void write_scoreboard(const ClaimsRun& run, const std::filesystem::path& folder);

}  // namespace plumbline
