#include <fmt/format.h>

#include <map>

#include "verify/report/axis_names.hpp"
#include "verify/report/drawing.hpp"
#include "verify/report/gnuplot.hpp"
#include "verify/report/notation.hpp"

namespace plumbline {
namespace {

constexpr size_t kFewestPoints = 4, kMostCurves = 8;

/// Curves by what they share: the file, the quantity and the points.
std::map<std::string, std::vector<Values>> by_grid(const RunResults& results) {
  std::map<std::string, std::vector<Values>> out;
  for (const Values& values : values_by_case(results)) {
    if (values.size() < kFewestPoints || argument_of(*values[0]).first.empty()) continue;
    std::string grid = text_of(*values[0], "file") + "\n" + text_of(*values[0], "quantity");
    for (const Json* value : values) grid += "\n" + argument_of(*value).second;
    out[grid].push_back(values);
  }
  return out;
}

double x_of(const Json& value) {
  return number_of(value.value("at", Json::object()), argument_of(value).first);
}

Axes axes_of(const Values& values) {
  std::vector<double> xs, ys;
  for (const Json* value : values) {
    xs.push_back(x_of(*value));
    ys.push_back(number_of(*value, "lower"));
  }
  return {wide_and_positive(xs), wide_and_positive(ys)};
}

std::string data_of(const std::vector<Values>& curves, const Axes& axes) {
  std::string out;
  for (const Values& values : curves) {
    out += "# " + text_of(*values[0], "case") + ": " + argument_of(*values[0]).first + ", value\n";
    for (const Json* value : values) {
      out += coordinate(x_of(*value), axes.log_x) + " " +
             coordinate(number_of(*value, "lower"), axes.log_y) + "\n";
    }
    out += "\n\n";
  }
  return out;
}

/// Certainly below at some point.
bool somewhere_below(const Values& a, const Values& b) {
  for (size_t i = 0; i < a.size(); ++i) {
    if (number_of(*a[i], "upper") < number_of(*b[i], "lower")) return true;
  }
  return false;
}

/// What two curves say about each other; empty for more.
std::string order_of(const std::vector<Values>& curves) {
  if (curves.size() != 2) return "";
  const std::string a = text_of(*curves[0][0], "case"), b = text_of(*curves[1][0], "case");
  const bool below = somewhere_below(curves[0], curves[1]);
  const bool above = somewhere_below(curves[1], curves[0]);
  if (below && above) return " The curves cross: neither of " + a + " and " + b + " dominates.";
  if (below || above)
    return " " + (below ? a : b) + " is nowhere certainly above " + (below ? b : a) + ".";
  return " No two points differ certainly.";
}

Drawing draw(const std::vector<Values>& curves) {
  const Json& first = *curves[0][0];
  const std::string quantity = text_of(first, "quantity"), argument = argument_of(first).first;
  Values all;
  for (const Values& values : curves) all.insert(all.end(), values.begin(), values.end());
  Drawing out;
  out.name = file_stem("together-" + file_label(text_of(first, "file")) + "-" + quantity);
  out.question = "How do the mechanisms of \"" + text_of(first, "title") + "\" compare in " +
                 quantity_words(quantity) + "?";
  out.caption = "Certified values; the enclosures are thinner than the lines." + order_of(curves) +
                " From " + sources_of(all) + ".";
  const Axes axes = axes_of(all);
  out.data = data_of(curves, axes);
  out.script = key_at_foot(curves.size()) +
               axis_script(argument_label(argument), quantity_label(quantity), axes);
  std::vector<double> xs;
  for (const Json* value : all) xs.push_back(x_of(*value));
  out.script += (axes.log_x ? log_tics("x", xs) : "") + "plot ";
  for (size_t k = 0; k < curves.size(); ++k) {
    out.script += fmt::format("{}'{}.dat' index {} using 1:2 with lines {} title {}",
                              k == 0 ? "" : ", \\\n  ", out.name, k, line_style(k),
                              gnuplot_quoted(text_of(*curves[k][0], "case")));
  }
  out.script += "\n";
  return out;
}

}  // namespace

std::vector<Drawing> overlay_drawings(const RunResults& results) {
  std::vector<Drawing> out;
  for (auto& [grid, curves] : by_grid(results)) {
    if (curves.size() >= 2 && curves.size() <= kMostCurves) out.push_back(draw(curves));
  }
  return out;
}

}  // namespace plumbline
