/// Pictures that commands draw: one panel, by the Python package.
#pragma once

#include <string>

#include "verify/figures/figure.hpp"

namespace plumbline {

/// Returns true if that file is an SVG, not a PNG. Throws std::invalid_argument where its name says neither.
bool is_vector(const std::string& out);

/// Throws std::invalid_argument where no picture was made.
void draw(const Figure& figure, bool vector, const std::string& out);

}  // namespace plumbline
