/// A figure as files: NAME.csv, its points, and NAME.json, how they are drawn; the Python package of reports draws them.
#pragma once

#include <filesystem>

#include "verify/figures/figure.hpp"

namespace plumbline {

/// One line per point, curve after curve, below one line of column names.
std::string figure_csv(const Figure& figure);
/// Panels and curves, each with how many of these lines are its own.
std::string figure_json(const Figure& figure);

/// Writes both files, in a folder that exists. Throws std::invalid_argument where that fails.
void write_figure(const std::filesystem::path& folder, const std::string& name,
                  const Figure& figure);

}  // namespace plumbline
