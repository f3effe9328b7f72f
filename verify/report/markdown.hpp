/// The sections of report.md, each from the results alone.
#pragma once

#include <string>
#include <vector>

#include "verify/report/plots.hpp"
#include "verify/report/results.hpp"

namespace plumbline {

/// What a comparison with a baseline found, in plain words; empty when there was none.
std::string baseline_sentence(const RunResults& results);
/// What was run, how it ended, and what is wrong.
std::string overview_section(const RunResults& results);
/// What the sources print, against certified values.
std::string statements_section(const RunResults& results);
/// Errors by approximation and quantity, the worst rows with the commands that replay them, and
/// the methods' own bands.
std::string approximations_section(const RunResults& results);
/// The plots, or one line on why there are none.
std::string plots_section(const PlotResult& plots);
/// Results that are no values, as they are; empty when there are none.
std::string others_section(const RunResults& results);
/// Every value.
std::string details_section(const RunResults& results);
/// How to read all this.
std::string reading_section();

}  // namespace plumbline
