/// The sections of report.md, each from the results alone.
#pragma once

#include <string>
#include <vector>

#include "verify/report/plots.hpp"
#include "verify/report/results.hpp"

namespace plumbline {

/// What was run and how it ended.
std::string overview_section(const RunResults& results);
/// What the sources print, against certified values.
std::string statements_section(const RunResults& results);
/// Errors by approximation and quantity, the worst rows with the commands that replay them, and
/// the methods' own bands.
std::string approximations_section(const RunResults& results);
/// The plots, or one line on why there are none.
std::string plots_section(const PlotResult& plots);
/// Every value.
std::string details_section(const RunResults& results);
/// How to read all this.
std::string reading_section();

}  // namespace plumbline
