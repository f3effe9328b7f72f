/// The reports of a run in addition to its records: report.md and junit.xml.
#pragma once

#include <filesystem>

#include "verify/report/results.hpp"

namespace plumbline {

/// Writes `report.md` and `junit.xml` next to the `results.jsonl` in `out`, and returns the path of `report.md`.
std::filesystem::path write_report(const std::filesystem::path& out, const RunResults& results);

}  // namespace plumbline
