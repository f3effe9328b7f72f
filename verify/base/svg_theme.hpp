/// Colours of plots that follow the reader's theme: gnuplot draws with the colours named here,
/// which are then replaced by CSS variables (html_page.hpp).
#pragma once

#include <cstddef>
#include <string>

namespace plumbline {

/// The k-th colour, as gnuplot writes colours ("#010200").
std::string svg_colour(size_t k);
/// The colours of text and lines, and of the grid.
std::string svg_ink();
std::string svg_grid();

/// A picture of gnuplot's svg terminal for a place inside a page: theme colours, its ids and
/// classes made its own by `name`, and `label` for those who do not see it.
std::string themed_svg(const std::string& svg, const std::string& name, const std::string& label);

/// A themed picture as a file of its own.
std::string standalone_svg(const std::string& themed);

}  // namespace plumbline
