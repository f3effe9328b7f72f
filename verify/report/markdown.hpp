/// Writes report.md: a short summary of a run and of its faults. reports/ makes the web pages from the records.
#pragma once

#include <string>

#include "verify/report/results.hpp"

namespace plumbline {

std::string report_markdown(const RunResults& results);

/// Returns the result of the comparison with a baseline; empty if there was no comparison.
std::string baseline_sentence(const RunResults& results);

}  // namespace plumbline
