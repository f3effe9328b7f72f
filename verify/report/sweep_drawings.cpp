#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "verify/report/axis_names.hpp"
#include "verify/report/drawing.hpp"
#include "verify/report/mechanism_numbers.hpp"
#include "verify/report/notation.hpp"

namespace plumbline {
namespace {

constexpr size_t kFewestPoints = 4;
/// Where more numbers differ, the cases are no line through the parameters.
constexpr size_t kMostVarying = 2;

/// Cases of one file that ask the same of mechanisms of one shape.
struct Sweep {
  Values values;
  std::vector<std::vector<MechanismNumber>> numbers;  ///< of each value, other mechanism's last
};

std::vector<MechanismNumber> numbers_of(const Json& value, std::string* shape) {
  MechanismShape one = shape_of(text_of(value, "mechanism"));
  const MechanismShape two = shape_of(text_of(value, "other"));
  *shape = one.shape + "\n" + two.shape;
  one.numbers.insert(one.numbers.end(), two.numbers.begin(), two.numbers.end());
  return one.numbers;
}

std::map<std::string, Sweep> sweeps_of(const RunResults& results) {
  std::map<std::string, Sweep> out;
  for (const Values& values : values_by_case(results)) {
    if (values.size() != 1) continue;
    const Json& value = *values.front();
    std::string shape;
    const auto numbers = numbers_of(value, &shape);
    Sweep& sweep = out[text_of(value, "file") + "\n" + request_text(value) + "\n" +
                       text_of(value, "direction") + "\n" + shape];
    sweep.values.push_back(&value);
    sweep.numbers.push_back(numbers);
  }
  return out;
}

/// The positions at which the numbers differ.
std::vector<size_t> varying(const Sweep& sweep) {
  std::vector<size_t> out;
  for (size_t i = 0; i < sweep.numbers.front().size(); ++i) {
    std::set<std::string> texts;
    for (const auto& numbers : sweep.numbers) texts.insert(numbers[i].text);
    if (texts.size() > 1) out.push_back(i);
  }
  return out;
}

/// The position to put on the axis: what a figure is usually drawn against comes first.
size_t preferred(const Sweep& sweep, const std::vector<size_t>& positions) {
  for (const char* name : {"sensitivity", "p", "sigma", "b", "N"}) {
    for (const size_t i : positions) {
      if (sweep.numbers.front()[i].name == name) return i;
    }
  }
  return positions.front();
}

/// The values by the number at a position, increasing.
std::vector<PlotPoint> points_of(const Sweep& sweep, size_t position) {
  std::vector<PlotPoint> out;
  for (size_t i = 0; i < sweep.values.size(); ++i) {
    const Json number = {{"x", sweep.numbers[i][position].text}};
    out.push_back({number_of(number, "x"), sweep.values[i]});
  }
  std::stable_sort(out.begin(), out.end(),
                   [](const PlotPoint& a, const PlotPoint& b) { return a.x < b.x; });
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

std::string question_of(const std::string& words, const std::string& parameter, bool judged) {
  if (parameter == "N") {
    return judged ? "How does the error of the approximations of " + words +
                        " change with the number of compositions?"
                  : "How does " + words + " change with the number of compositions?";
  }
  static const std::map<std::string, std::string> names = {{"sensitivity", "the effect size"},
                                                           {"p", "the sampling rate"},
                                                           {"sigma", "the noise multiplier"},
                                                           {"b", "the noise scale"}};
  const auto name = names.find(parameter);
  return "How does " + words + " depend on " + (name == names.end() ? parameter : name->second) +
         (judged ? ", and do the approximations follow?" : "?");
}

/// What is certified at both ends.
std::string ends_of(const std::vector<PlotPoint>& points, bool line_drawn) {
  if (text_of(*points.front().value, "lower").empty()) return "Errors over whole curves.";
  const auto at = [](const PlotPoint& p) {
    return interval(text_of(*p.value, "lower"), text_of(*p.value, "upper"), 4);
  };
  return fmt::format("Certified{}: {} at {:g}, {} at {:g}.", line_drawn ? " (the line)" : "",
                     at(points.front()), points.front().x, at(points.back()), points.back().x);
}

Drawing draw(const Sweep& sweep, const std::vector<size_t>& positions) {
  const size_t position = preferred(sweep, positions);
  const std::string parameter = sweep.numbers.front()[position].name;
  const Json& first = *sweep.values.front();
  const std::string quantity = text_of(first, "quantity");
  const auto names = measured_approximations(sweep.values);
  const std::vector<PlotPoint> points = points_of(sweep, position);
  const Axes axes = axes_of(points);
  Drawing out;
  out.name = file_stem("sweep-" + file_label(text_of(first, "file")) + "-" + request_text(first) +
                       "-" + text_of(first, "direction"));
  out.question = question_of(quantity_words(quantity), parameter, !names.empty());
  const bool has_values = !text_of(first, "lower").empty();
  const bool values_too = has_values && (parameter != "N" || names.empty());
  out.caption = ends_of(points, values_too);
  if (!names.empty()) {
    out.caption +=
        " Largest absolute errors: " + largest_errors(sweep.values, names, "absolute_error") + ".";
  }
  for (const size_t i : positions) {
    if (i != position)
      out.caption += " " + sweep.numbers.front()[i].name + " varies along with it.";
  }
  out.caption += " " + request_text(first) + ", from " + sources_of(sweep.values) + ".";
  out.data = curve_data(points, names, axes);
  const std::string x_label = parameter_label(parameter);
  if (values_too) {
    if (!names.empty()) out.script += "set multiplot layout 2,1\nunset key\n";
    if (names.empty()) out.script += key_at_foot(1);
    out.script += axis_script(x_label, quantity_label(quantity), axes) + value_plot(out, names);
  }
  if (!names.empty()) {
    out.script += key_at_foot(names.size()) +
                  axis_script(x_label, "absolute error", {axes.log_x, true}) +
                  error_plot(out, names);
  }
  if (values_too && !names.empty()) {
    out.script += "unset multiplot\n";
    out.height = 620;
  }
  return out;
}

/// Whether the cases are a line along one parameter, each at another place on it.
bool drawable(const Sweep& sweep) {
  if (sweep.values.size() < kFewestPoints) return false;
  const std::vector<size_t> positions = varying(sweep);
  if (positions.empty() || positions.size() > kMostVarying) return false;
  const auto points = points_of(sweep, preferred(sweep, positions));
  std::set<double> xs;
  for (const PlotPoint& p : points) xs.insert(p.x);
  return xs.size() == points.size();
}

}  // namespace

std::vector<Drawing> sweep_drawings(const RunResults& results) {
  std::vector<Drawing> out;
  for (const auto& [key, sweep] : sweeps_of(results)) {
    if (drawable(sweep)) out.push_back(draw(sweep, varying(sweep)));
  }
  return out;
}

std::set<const Json*> values_in_sweeps(const RunResults& results) {
  std::set<const Json*> out;
  for (const auto& [key, sweep] : sweeps_of(results)) {
    if (drawable(sweep)) out.insert(sweep.values.begin(), sweep.values.end());
  }
  return out;
}

}  // namespace plumbline
