/// A figure as files: NAME.csv with its points, and NAME.json with its layout; the Python package of reports draws
/// them.
#pragma once

#include <filesystem>

#include "verify/figures/figure.hpp"

namespace plumbline {

/// Returns one line per point, curve by curve, below a line of column names.
std::string figure_csv(const Figure& figure);
/// Returns the layout: the panels and their curves, each curve with the number of its lines in the file of points.
std::string figure_json(const Figure& figure);

/// Writes both files in an existing folder. Throws std::invalid_argument if that fails.
void write_figure(const std::filesystem::path& folder, const std::string& name,
                  const Figure& figure);

}  // namespace plumbline
