/// Plots of a run, drawn by gnuplot from data files that stay beside them.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "verify/report/results.hpp"

namespace plumbline {

struct Plot {
  std::string file;      ///< of the PNG, inside plots/
  std::string question;  ///< that it answers
};

struct PlotResult {
  std::vector<Plot> plots;
  std::string missing;  ///< why there are none, or fewer; empty when all were drawn
};

/// Writes data and scripts to `out`/plots and runs gnuplot on them.
PlotResult draw_plots(const std::filesystem::path& out, const RunResults& results);

}  // namespace plumbline
