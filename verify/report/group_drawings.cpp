#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "verify/report/drawing.hpp"
#include "verify/report/gnuplot.hpp"
#include "verify/report/notation.hpp"

namespace plumbline {
namespace {

/// More cases than this make a plot that nobody reads; the tables have them all.
constexpr size_t kMostCases = 40;

/// Values of cases with a single point, by file, where approximations were judged. Cases with many
/// points, and sweeps, have plots of their own.
std::map<std::string, Values> by_file(const RunResults& results) {
  const std::set<const Json*> elsewhere = values_in_sweeps(results);
  std::map<std::string, Values> files;
  for (const Values& values : values_by_case(results)) {
    if (values.size() > 1 || elsewhere.count(values.front()) > 0) continue;
    if (measured_approximations(values).empty()) continue;
    if (text_of(*values.front(), "lower").empty()) continue;  // relative to what?
    Values& of_file = files[text_of(*values.front(), "file")];
    if (of_file.size() < kMostCases) of_file.push_back(values.front());
  }
  return files;
}

/// Block k is the k-th approximation: number of the case, relative error.
std::string data_of(const Values& values, const std::vector<std::string>& names) {
  std::string out;
  for (const std::string& name : names) {
    out += "# " + name + ": case number, relative error\n";
    for (size_t i = 0; i < values.size(); ++i) {
      const Json* judged = measured(*values[i], name);
      if (judged == nullptr) continue;
      out += fmt::format("{} {}\n", i + 1, coordinate(error_of(*judged, "relative_error"), true));
    }
    out += "\n\n";
  }
  return out;
}

std::vector<double> errors_of(const Values& values, const std::vector<std::string>& names) {
  std::vector<double> out;
  for (const Json* value : values) {
    for (const std::string& name : names) {
      const Json* judged = measured(*value, name);
      if (judged != nullptr) out.push_back(error_of(*judged, "relative_error"));
    }
  }
  return out;
}

std::string case_labels(const Values& values) {
  std::string out = "set ytics (";
  for (size_t i = 0; i < values.size(); ++i) {
    out += fmt::format("{}{} {}", i == 0 ? "" : ", ", gnuplot_quoted(text_of(*values[i], "case")),
                       i + 1);
  }
  return out + ")\n";
}

/// How many tics fit beside the names of the cases.
double room_beside(const Values& values, int width) {
  constexpr double kLetter = 8, kTic = 75;
  size_t longest = 0;
  for (const Json* value : values) longest = std::max(longest, text_of(*value, "case").size());
  return std::max(1.0, (width - kLetter * static_cast<double>(longest)) / kTic - 1);
}

Drawing draw(const std::string& file, const Values& values) {
  const auto names = measured_approximations(values);
  Drawing out;
  out.name = file_stem("errors-" + file_label(file));
  out.height =
      110 + 34 * static_cast<int>(values.size()) + 20 * static_cast<int>(key_rows(names.size()));
  out.question = "How far off is each approximation, relative to the truth, in \"" +
                 text_of(*values[0], "title") + "\"?";
  out.caption = "Certified relative errors by case, a point further left is better. Largest: " +
                largest_errors(values, names, "relative_error") + ". From " + sources_of(values) +
                ".";
  out.data = data_of(values, names);
  out.script = fmt::format("set logscale x\nset xlabel 'relative error'\nset yrange [{}:0.5]\n",
                           static_cast<double>(values.size()) + 0.5);
  out.script += key_at_foot(names.size()) +
                log_tics("x", errors_of(values, names), room_beside(values, out.width)) +
                case_labels(values) + "plot ";
  // Each approximation a little beside the last, so that equal errors stay visible.
  for (size_t k = 0; k < names.size(); ++k) {
    const double shift =
        0.07 * (static_cast<double>(k) - static_cast<double>(names.size() - 1) / 2);
    out.script += fmt::format("{}'{}.dat' index {} using 2:($1 + {:.3f}) with points {} title {}",
                              k == 0 ? "" : ", \\\n  ", out.name, k, shift, point_style(k),
                              gnuplot_quoted(names[k]));
  }
  out.script += "\n";
  return out;
}

}  // namespace

std::vector<Drawing> group_drawings(const RunResults& results) {
  std::vector<Drawing> out;
  for (const auto& [file, values] : by_file(results)) {
    if (values.size() >= 2) out.push_back(draw(file, values));
  }
  return out;
}

}  // namespace plumbline
