#include <fmt/format.h>

#include <map>

#include "verify/report/drawing.hpp"
#include "verify/report/gnuplot.hpp"
#include "verify/report/notation.hpp"

namespace plumbline {
namespace {

using Values = std::vector<const Json*>;

/// Values of cases with a single point, by file, where approximations were judged. Many-point
/// cases have plots of their own.
std::map<std::string, Values> by_file(const RunResults& results) {
  std::map<std::string, size_t> points;
  const auto place = [](const Json& v) { return text_of(v, "file") + "\n" + text_of(v, "case"); };
  for (const Json& value : results.values) ++points[place(value)];
  std::map<std::string, Values> files;
  for (const Json& value : results.values) {
    if (points[place(value)] > 1 || measured_approximations({&value}).empty()) continue;
    files[text_of(value, "file")].push_back(&value);
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

std::string case_labels(const Values& values) {
  std::string out = "set xtics rotate by -35 left noenhanced (";
  for (size_t i = 0; i < values.size(); ++i) {
    out += fmt::format("{}{} {}", i == 0 ? "" : ", ", gnuplot_quoted(text_of(*values[i], "case")),
                       i + 1);
  }
  return out + ")\n";
}

Drawing draw(const std::string& file, const Values& values) {
  const auto names = measured_approximations(values);
  Drawing out;
  out.name = file_stem("errors-" + file_label(file));
  out.question = "How far off is each approximation, relative to the truth, in the cases of \"" +
                 text_of(*values[0], "title") + "\"?";
  out.data = data_of(values, names);
  out.script = fmt::format(
      "set terminal pngcairo noenhanced size 1100,700 font 'sans,13'\nset output '{}.png'\n"
      "set grid lc rgb '#dddddd'\nset logscale y\nset format y '%g'\n"
      "set key outside right top\nset ylabel 'relative error'\nset xrange [0.5:{}]\n"
      "set bmargin 9\n",
      out.name, static_cast<double>(values.size()) + 0.5);
  out.script += "set title " + gnuplot_quoted(text_of(*values[0], "title")) + "\n";
  out.script += case_labels(values) + "plot ";
  // Each approximation a little to the side of the last, so that equal errors stay visible.
  for (size_t k = 0; k < names.size(); ++k) {
    const double shift =
        0.07 * (static_cast<double>(k) - static_cast<double>(names.size() - 1) / 2);
    out.script += fmt::format("{}'{}.dat' index {} using ($1 + {:.3f}):2 with points {} title {}",
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
