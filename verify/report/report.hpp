/// results.jsonl, cases.jsonl and run.json to reports. Nothing is computed here beyond maxima,
/// means and medians of what the results say.
#pragma once

#include <filesystem>

namespace plumbline {

/// Writes `report.md`, `report.html`, `junit.xml` (and `plots/`, where wanted and gnuplot is
/// installed) next to the `results.jsonl` in `out`, and returns the path of the page.
std::filesystem::path write_report(const std::filesystem::path& out, bool plots);

}  // namespace plumbline
