/// One plot before it is drawn.
#pragma once

#include <string>
#include <vector>

#include "verify/report/results.hpp"

namespace plumbline {

struct Drawing {
  std::string name;      ///< stem of its files
  std::string question;  ///< that it answers
  std::string data;      ///< contents of name.dat
  std::string script;    ///< contents of name.gp, which reads name.dat and writes name.png
};

/// For each case with several points: the certified curve with the approximations on it, and
/// their absolute errors below.
std::vector<Drawing> curve_drawings(const RunResults& results);

/// For each file that judges approximations at single points: the relative error of each
/// approximation in each case. (Relative, because cases of different quantities share the axis.)
std::vector<Drawing> group_drawings(const RunResults& results);

/// The last directory and the stem of a case file: what tells `figure-3.toml` of two papers apart.
std::string file_label(const std::string& file);

/// A name safe for files and gnuplot.
std::string file_stem(const std::string& text);

/// The names of the approximations that gave a number for any of the values, in order.
std::vector<std::string> measured_approximations(const std::vector<const Json*>& values);
/// The measured record of one approximation at a value, or nullptr.
const Json* measured(const Json& value, const std::string& approximation);

/// A coordinate for a data file; NaN where there is none, or none on a logarithmic axis.
std::string coordinate(double x, bool logarithmic);

/// The k-th colour of a palette that is told apart with any colour vision.
std::string palette_colour(int k);

/// Colour and point of the k-th approximation: the same in every panel, told apart without colour.
std::string point_style(size_t k);

}  // namespace plumbline
