/// Plots of a run, drawn by gnuplot from data files that stay beside them.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "verify/report/results.hpp"

namespace plumbline {

struct Plot {
  std::string file;      ///< of the picture, inside plots/
  std::string question;  ///< that it answers: its title
  std::string caption;   ///< what is seen, and from which cases
  std::string svg;       ///< the picture for a place inside a page (svg_theme.hpp)
};

struct PlotResult {
  std::vector<Plot> plots;
  std::string missing;  ///< why there are none, or fewer; empty when all were drawn
};

/// Writes data, scripts and pictures to `out`/plots.
PlotResult draw_plots(const std::filesystem::path& out, const RunResults& results);

}  // namespace plumbline
