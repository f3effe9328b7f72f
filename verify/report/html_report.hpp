/// report.html: the run on one page, without anything from elsewhere.
#pragma once

#include <string>

#include "verify/report/plots.hpp"
#include "verify/report/results.hpp"

namespace plumbline {

std::string html_report(const RunResults& results, const PlotResult& plots);

/// Its sections, each from the results alone.
std::string html_overview(const RunResults& results);
std::string html_approximations(const RunResults& results);
std::string html_statements(const RunResults& results);
std::string html_values(const RunResults& results);
std::string html_reading();
/// What its style has beyond that of all pages.
const char* report_style();

}  // namespace plumbline
