#include <fmt/format.h>

#include "verify/report/axis_names.hpp"
#include "verify/report/drawing.hpp"
#include "verify/report/notation.hpp"

namespace plumbline {
namespace {

constexpr size_t kFewestPoints = 4;

std::vector<PlotPoint> points_of(const Values& values) {
  std::vector<PlotPoint> out;
  for (const Json* value : values) {
    out.push_back(
        {number_of(value->value("at", Json::object()), argument_of(*value).first), value});
  }
  return out;
}

Axes axes_of(const std::vector<PlotPoint>& points) {
  std::vector<double> xs, ys;
  for (const PlotPoint& p : points) {
    xs.push_back(p.x);
    ys.push_back(number_of(*p.value, "lower"));
  }
  return {wide_and_positive(xs), wide_and_positive(ys)};
}

/// "…" for what a caption has no room for.
std::string shortened(const std::string& text) {
  constexpr size_t kMost = 90;
  return text.size() <= kMost ? text : text.substr(0, kMost) + "…";
}

Drawing draw(const Values& values, const std::vector<std::string>& names) {
  const Json& first = *values.front();
  const std::string quantity = text_of(first, "quantity"), argument = argument_of(first).first;
  const std::vector<PlotPoint> points = points_of(values);
  const Axes axes = axes_of(points);
  Drawing out;
  out.name = file_stem(file_label(text_of(first, "file")) + "-" + text_of(first, "case"));
  out.height = 620;
  out.question = "How far from the truth are the approximations of " + quantity_words(quantity) +
                 " along the curve of " + shortened(text_of(first, "mechanism")) + "?";
  out.caption =
      "Above the certified curve with what the approximations say (and the bands they "
      "claim), below their certified absolute errors. Largest: " +
      largest_errors(values, names, "absolute_error") + ". From " + sources_of(values) + ".";
  out.data = curve_data(points, names, axes);
  std::vector<double> xs;
  for (const PlotPoint& p : points) xs.push_back(p.x);
  out.script = (axes.log_x ? log_tics("x", xs) : "") + "set multiplot layout 2,1\nunset key\n" +
               axis_script(argument_label(argument), quantity_label(quantity), axes) +
               value_plot(out, names) + key_at_foot(names.size()) +
               axis_script(argument_label(argument), "absolute error", {axes.log_x, true}) +
               error_plot(out, names) + "unset multiplot\n";
  return out;
}

}  // namespace

std::vector<Drawing> curve_drawings(const RunResults& results) {
  std::vector<Drawing> out;
  for (const Values& values : values_by_case(results)) {
    if (values.size() < kFewestPoints || argument_of(*values[0]).first.empty()) continue;
    if (values[0]->contains("steps")) continue;  // a sequence: one argument, many compositions
    const auto names = measured_approximations(values);
    if (!names.empty()) out.push_back(draw(values, names));
  }
  return out;
}

}  // namespace plumbline
