/// Plots that commands draw: one panel, by the Python package.
#pragma once

#include <string>

#include "verify/figures/figure.hpp"

namespace plumbline {

/// Returns true if that file is an SVG, false for a PNG. Throws std::invalid_argument if its name indicates neither.
bool is_vector(const std::string& out);

/// Throws std::invalid_argument if no plot was created.
void draw(const Figure& figure, bool vector, const std::string& out);

}  // namespace plumbline
