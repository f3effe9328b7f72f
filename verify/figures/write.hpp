/// A figure as files: NAME.csv, and NAME.gp, by which gnuplot draws NAME.png from it.
#pragma once

#include <filesystem>

#include "verify/figures/figure.hpp"

namespace plumbline {

/// One line per point, curve after curve, below one line of column names.
std::string figure_csv(const Figure& figure);
/// Reads NAME.csv in the same folder.
std::string figure_script(const Figure& figure, const std::string& name);

/// Writes both files, in a folder that exists. Throws std::invalid_argument where that fails.
void write_figure(const std::filesystem::path& folder, const std::string& name,
                  const Figure& figure);

}  // namespace plumbline
