/// results.jsonl and run.json to a report that people read. Nothing is computed here beyond
/// maxima, means and medians of what the results say.
#pragma once

#include <filesystem>

namespace plumbline {

/// Writes `report.md` (and `plots/`, where wanted and gnuplot is installed) next to the
/// `results.jsonl` in `out`, and returns its path.
std::filesystem::path write_report(const std::filesystem::path& out, bool plots);

}  // namespace plumbline
