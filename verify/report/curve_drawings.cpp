#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "verify/report/drawing.hpp"
#include "verify/report/gnuplot.hpp"

namespace plumbline {
namespace {

constexpr size_t kFewestPoints = 4;
/// A range wider than this is shown on a logarithmic axis.
constexpr double kWideRange = 50;

using Values = std::vector<const Json*>;

/// The values of one case, in order.
std::vector<Values> by_case(const RunResults& results) {
  std::vector<Values> groups;
  std::string place;
  for (const Json& value : results.values) {
    const std::string here = text_of(value, "file") + "\n" + text_of(value, "case");
    if (groups.empty() || here != place) groups.emplace_back();
    groups.back().push_back(&value);
    place = here;
  }
  return groups;
}

double x_of(const Json& value) {
  const auto argument = argument_of(value);
  return number_of(value["at"], argument.first);
}

bool wide_and_positive(const std::vector<double>& xs) {
  const auto [least, most] = std::minmax_element(xs.begin(), xs.end());
  return *least > 0 && *most > kWideRange * *least;
}

struct Axes {
  bool log_x, log_y;
};

Axes axes_of(const Values& values) {
  std::vector<double> xs, ys;
  for (const Json* value : values) {
    xs.push_back(x_of(*value));
    ys.push_back(number_of(*value, "lower"));
  }
  return {wide_and_positive(xs), wide_and_positive(ys)};
}

/// Block 0 is the certified curve; block k the k-th approximation: x, value, absolute error.
std::string data_of(const Values& values, const std::vector<std::string>& names, const Axes& axes) {
  std::string out = "# x  certified (lower end)\n";
  for (const Json* value : values) {
    out += coordinate(x_of(*value), axes.log_x) + " " +
           coordinate(number_of(*value, "lower"), axes.log_y) + "\n";
  }
  for (const std::string& name : names) {
    out += "\n\n# " + name + ": x  value  absolute error\n";
    for (const Json* value : values) {
      const Json* judged = measured(*value, name);
      if (judged == nullptr) continue;
      out += coordinate(x_of(*value), axes.log_x) + " " +
             coordinate(number_of(*judged, "value"), axes.log_y) + " " +
             coordinate(error_of(*judged, "absolute_error"), true) + "\n";
    }
  }
  return out;
}

std::string upper_panel(const Values& values, const std::vector<std::string>& names,
                        const std::string& stem, const Axes& axes) {
  const auto argument = argument_of(*values[0]).first;
  std::string out = "set ylabel " + gnuplot_quoted(text_of(*values[0], "quantity")) + "\n";
  out += "set xlabel " + gnuplot_quoted(argument) + "\n";
  if (axes.log_y) out += "set logscale y\n";
  out +=
      "plot '" + stem + ".dat' index 0 using 1:2 with lines lw 2 lc rgb 'black' title 'certified'";
  for (size_t k = 0; k < names.size(); ++k) {
    out += fmt::format(", \\\n  '' index {} using 1:2 with points {} title {}", k + 1,
                       point_style(k), gnuplot_quoted(names[k]));
  }
  return out + "\n";
}

std::string lower_panel(const std::vector<std::string>& names, const std::string& stem) {
  std::string out = "set logscale y\nset ylabel 'absolute error'\nplot ";
  for (size_t k = 0; k < names.size(); ++k) {
    out += fmt::format("{}'{}.dat' index {} using 1:3 with linespoints lw 1.5 {} title {}",
                       k == 0 ? "" : ", \\\n  ", stem, k + 1, point_style(k),
                       gnuplot_quoted(names[k]));
  }
  return out + "\n";
}

Drawing draw(const Values& values, const std::vector<std::string>& names) {
  const Json& first = *values[0];
  const std::string place = file_label(text_of(first, "file"));
  Drawing out;
  out.name = file_stem(place + "-" + text_of(first, "case"));
  const std::string quantity = text_of(first, "quantity"), argument = argument_of(first).first;
  out.question = "How does " + quantity + " depend on " + argument + " for " +
                 text_of(first, "mechanism") + ", and how far off are the approximations?";
  const Axes axes = axes_of(values);
  out.data = data_of(values, names, axes);
  out.script = "set terminal pngcairo noenhanced size 1100,1100 font 'sans,13'\nset output '" +
               out.name + ".png'\nset multiplot layout 2,1\nset grid lc rgb '#dddddd'\n" +
               "set key outside right top\nset format y '%g'\nset lmargin 12\nset rmargin 22\n" +
               (axes.log_x ? "set logscale x\nset format x '%g'\n" : "") + "set title " +
               gnuplot_quoted(text_of(first, "case") + ": " + text_of(first, "mechanism") + ", " +
                              text_of(first, "direction")) +
               "\n" + upper_panel(values, names, out.name, axes) + "unset title\n" +
               lower_panel(names, out.name);
  return out;
}

}  // namespace

std::vector<Drawing> curve_drawings(const RunResults& results) {
  std::vector<Drawing> out;
  for (const Values& values : by_case(results)) {
    if (values.size() < kFewestPoints || argument_of(*values[0]).first.empty()) continue;
    if (values[0]->contains("steps")) continue;  // a sequence: one argument, many compositions
    const auto names = measured_approximations(values);
    if (!names.empty()) out.push_back(draw(values, names));
  }
  return out;
}

}  // namespace plumbline
