/// One plot before it is drawn.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "verify/report/results.hpp"

namespace plumbline {

struct Drawing {
  std::string name;               ///< stem of its files
  std::string question;           ///< that it answers: its title
  std::string caption;            ///< what is seen, and from which cases
  int width = 520, height = 380;  ///< in units of which text is 15 high
  std::string data;               ///< contents of name.dat
  std::string script;             ///< for gnuplot, after its terminal is set; reads name.dat
};

/// A set of results that share a plot.
using Values = std::vector<const Json*>;

/// For each case with several points: the certified curve with the approximations on it, and
/// their absolute errors.
std::vector<Drawing> curve_drawings(const RunResults& results);

/// For cases of one file that differ in one number of their mechanism: values and errors against
/// that number - the number of compositions, an effect size, a noise multiplier.
std::vector<Drawing> sweep_drawings(const RunResults& results);
/// The values that sweep_drawings() shows.
std::set<const Json*> values_in_sweeps(const RunResults& results);

/// For cases of one file that ask the same at the same points: their certified curves together, for
/// example the Bayes errors of a pair of mechanisms.
std::vector<Drawing> overlay_drawings(const RunResults& results);

/// For each file that judges approximations at single points outside of sweeps: the relative error
/// of each approximation in each case. (Relative, because cases of different quantities share the
/// axis.)
std::vector<Drawing> group_drawings(const RunResults& results);

/// Digits against seconds, for certified values and for approximations, over the whole run.
std::vector<Drawing> cost_drawings(const RunResults& results);

/// The values of each case with several, in order.
std::vector<Values> values_by_case(const RunResults& results);

/// The last directory and the stem of a case file: what tells `figure-3.toml` of two papers apart.
std::string file_label(const std::string& file);

/// A name safe for files and gnuplot.
std::string file_stem(const std::string& text);

/// "file: case, case, ..." of the values, for captions.
std::string sources_of(const Values& values);

/// "clt 0.012, edgeworth2 3e-05": the largest error of each of the approximations, for captions.
std::string largest_errors(const Values& values, const std::vector<std::string>& names,
                           const std::string& key);

/// The names of the approximations that gave a number for any of the values, in order.
std::vector<std::string> measured_approximations(const Values& values);
/// The measured record of one approximation at a value, or nullptr.
const Json* measured(const Json& value, const std::string& approximation);

/// A coordinate for a data file; NaN where there is none, or none on a logarithmic axis.
std::string coordinate(double x, bool logarithmic);

/// Whether positive numbers spread so widely that a logarithmic axis shows them better.
bool wide_and_positive(const std::vector<double>& xs);

/// Where a result stands on an axis, from a mechanism's parameter or its argument, and its data.
struct PlotPoint {
  double x;
  const Json* value;
};
struct Axes {
  bool log_x = false, log_y = false;
};
/// Block 0 is the certified curve (x, value); block k the k-th approximation: x, value, lower and
/// upper end of its own band (its value where it has none), absolute error.
std::string curve_data(const std::vector<PlotPoint>& points, const std::vector<std::string>& names,
                       const Axes& axes);
/// The plot command for values: the certified curve and the approximations, with their bands.
std::string value_plot(const Drawing& drawing, const std::vector<std::string>& names);
/// The plot command for absolute errors.
std::string error_plot(const Drawing& drawing, const std::vector<std::string>& names);
/// Labels and scales.
std::string axis_script(const std::string& x_label, const std::string& y_label, const Axes& axes);

/// A key of so many titles in two columns at the picture's foot, below the label of the x axis, and
/// the margin that it needs. gnuplot's own `key below` touches the label, and leaves the picture
/// where the left margin is wide.
std::string key_at_foot(size_t titles);
/// How many rows that key has.
size_t key_rows(size_t titles);

/// Sets tics so far apart that their labels fit on a logarithmic "x" axis with these coordinates
/// that has room for so many of them.
std::string log_tics(const std::string& axis, const std::vector<double>& xs, double room = 4);

/// The k-th colour of a palette that is told apart with any colour vision, for pictures on white.
std::string palette_colour(int k);

/// Colour and point of the k-th approximation: the same in every panel, told apart without colour.
std::string point_style(size_t k);
/// Colour and dash of the k-th of several certified curves.
std::string line_style(size_t k);

}  // namespace plumbline
