/// report.md: what a run adds up to and what is wrong, in short. Pages are made from the records (reports/).
#pragma once

#include <string>

#include "verify/report/results.hpp"

namespace plumbline {

std::string report_markdown(const RunResults& results);

/// How the run compares with a baseline; empty where it was not compared with one.
std::string baseline_sentence(const RunResults& results);

}  // namespace plumbline
