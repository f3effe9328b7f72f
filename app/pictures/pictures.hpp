/// Draws plots with one panel. The Python package creates the picture.
#pragma once

#include <string>

#include "verify/figures/figure.hpp"

namespace plumbline {

/// Returns true if the name of the file ends in .svg, false for .png. Throws std::invalid_argument for other names.
bool is_vector(const std::string& out);

/// Draws the figure and writes the file `out`. Throws std::invalid_argument if no plot was created.
void draw(const Figure& figure, bool vector, const std::string& out);

}  // namespace plumbline
