#include "verify/report/drawing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>

#include "verify/base/svg_theme.hpp"
#include "verify/report/gnuplot.hpp"
#include "verify/report/notation.hpp"

namespace plumbline {
namespace {

/// A range wider than this is shown on a logarithmic axis.
constexpr double kWideRange = 50;
/// Labels like 1e-16 that fit side by side.
/// More cases than this are counted instead of named.
constexpr size_t kMostNamed = 6;

}  // namespace

std::vector<Values> values_by_case(const RunResults& results) {
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

std::string file_stem(const std::string& text) {
  std::string out;
  for (const char c : text) {
    const bool plain = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_';
    out += plain ? c : '-';
  }
  return out;
}

std::string file_label(const std::string& file) {
  const std::filesystem::path path(file);
  const std::string directory = path.parent_path().filename().string();
  return (directory.empty() ? "" : directory + "-") + path.stem().string();
}

std::string sources_of(const Values& values) {
  std::vector<std::string> ids;
  for (const Json* value : values) {
    const std::string id = text_of(*value, "case");
    if (std::find(ids.begin(), ids.end(), id) == ids.end()) ids.push_back(id);
  }
  const std::string file = text_of(*values.front(), "file");
  if (ids.size() > kMostNamed) return fmt::format("{} ({} cases)", file, ids.size());
  std::string out = file + ": ";
  for (size_t i = 0; i < ids.size(); ++i) out += (i == 0 ? "" : ", ") + ids[i];
  return out;
}

std::string largest_errors(const Values& values, const std::vector<std::string>& names,
                           const std::string& key) {
  std::string out;
  for (const std::string& name : names) {
    double largest = 0;
    for (const Json* value : values) {
      const Json* judged = measured(*value, name);
      const double error = judged == nullptr ? 0 : error_of(*judged, key);
      if (std::isfinite(error)) largest = std::max(largest, error);
    }
    out += (out.empty() ? "" : ", ") + name + " " + short_number(largest);
  }
  return out;
}

const Json* measured(const Json& value, const std::string& approximation) {
  const auto list = value.find("judged");
  if (list == value.end()) return nullptr;
  for (const Json& judged : *list) {
    if (text_of(judged, "approximation") == approximation &&
        text_of(judged, "verdict") == "measured") {
      return &judged;
    }
  }
  return nullptr;
}

std::vector<std::string> measured_approximations(const Values& values) {
  std::vector<std::string> names;
  for (const Json* value : values) {
    const auto list = value->find("judged");
    if (list == value->end()) continue;
    for (const Json& judged : *list) {
      const std::string name = text_of(judged, "approximation");
      const bool known = std::find(names.begin(), names.end(), name) != names.end();
      if (!known && text_of(judged, "verdict") == "measured") names.push_back(name);
    }
  }
  return names;
}

std::string coordinate(double x, bool logarithmic) {
  if (!std::isfinite(x) || (logarithmic && x <= 0)) return "NaN";
  return fmt::format("{:.12g}", x);
}

bool wide_and_positive(const std::vector<double>& xs) {
  const auto [least, most] = std::minmax_element(xs.begin(), xs.end());
  return *least > 0 && *most > kWideRange * *least;
}

std::string curve_data(const std::vector<PlotPoint>& points, const std::vector<std::string>& names,
                       const Axes& axes) {
  std::string out = "# x  certified (lower end)\n";
  for (const PlotPoint& p : points) {
    out += coordinate(p.x, axes.log_x) + " " +
           coordinate(number_of(*p.value, "lower"), axes.log_y) + "\n";
  }
  for (const std::string& name : names) {
    out += "\n\n# " + name + ": x  value  band  absolute error\n";
    for (const PlotPoint& p : points) {
      const Json* judged = measured(*p.value, name);
      if (judged == nullptr) continue;
      const double value = number_of(*judged, "value");
      const Json band = judged->value("band", Json::object());
      const bool has_band = band.is_object() && !text_of(band, "lower").empty();
      const double low = has_band ? number_of(band, "lower") : value;
      // gnuplot leaves out a point whose band reaches zero on a logarithmic axis: draw the rest.
      const bool drawable = !axes.log_y || low > 0;
      out +=
          fmt::format("{} {} {} {} {}\n", coordinate(p.x, axes.log_x),
                      coordinate(value, axes.log_y), coordinate(drawable ? low : value, axes.log_y),
                      coordinate(has_band ? number_of(band, "upper") : value, axes.log_y),
                      coordinate(error_of(*judged, "absolute_error"), true));
    }
  }
  return out;
}

std::string value_plot(const Drawing& drawing, const std::vector<std::string>& names) {
  std::string out = fmt::format(
      "plot '{}.dat' index 0 using 1:2 with lines lw 2 lc rgb '{}' title "
      "'certified'",
      drawing.name, svg_ink());
  for (size_t k = 0; k < names.size(); ++k) {
    // A band as a bar from end to end; none where both ends are the value.
    out += fmt::format(
        ", \\\n  '' index {0} using 1:3:(0):($4-$3) with vectors nohead lw 1.2 lc rgb '{1}' "
        "notitle, \\\n  '' index {0} using 1:2 with points {2} title {3}",
        k + 1, svg_colour(k), point_style(k), gnuplot_quoted(names[k]));
  }
  return out + "\n";
}

std::string error_plot(const Drawing& drawing, const std::vector<std::string>& names) {
  std::string out = "plot ";
  for (size_t k = 0; k < names.size(); ++k) {
    out += fmt::format("{}'{}.dat' index {} using 1:5 with linespoints lw 1.5 {} title {}",
                       k == 0 ? "" : ", \\\n  ", drawing.name, k + 1, point_style(k),
                       gnuplot_quoted(names[k]));
  }
  return out + "\n";
}

std::string axis_script(const std::string& x_label, const std::string& y_label, const Axes& axes) {
  std::string out =
      "set xlabel " + gnuplot_quoted(x_label) + "\nset ylabel " + gnuplot_quoted(y_label) + "\n";
  if (axes.log_x) out += "set logscale x\n";
  out += axes.log_y ? "set logscale y\n" : "unset logscale y\n";
  return out;
}

size_t key_rows(size_t titles) { return (titles + 1) / 2; }

std::string key_at_foot(size_t titles) {
  const size_t rows = std::max<size_t>(1, key_rows(titles));
  return fmt::format(
      "set key at screen 0.5, screen 0.015 center bottom vertical maxrows {} samplen 2\n"
      "set bmargin {:.1f}\n",
      rows, 3.1 + 1.2 * static_cast<double>(rows));
}

std::string log_tics(const std::string& axis, const std::vector<double>& xs, double room) {
  double least = HUGE_VAL, most = 0;
  for (const double x : xs) {
    if (!std::isfinite(x) || x <= 0) continue;
    least = std::min(least, x);
    most = std::max(most, x);
  }
  if (least > most) return "";
  const double step = std::ceil((std::log10(most) - std::log10(least)) / room);
  return step <= 1 ? "" : fmt::format("set {}tics 1e{:.0f}\n", axis, step);
}

std::string palette_colour(int k) {
  // Okabe and Ito's.
  static const char* const colours[] = {"#0072B2", "#D55E00", "#009E73", "#CC79A7",
                                        "#E69F00", "#56B4E9", "#000000", "#999999"};
  return colours[static_cast<size_t>(k) % 8];
}

std::string point_style(size_t k) {
  static const int points[] = {7, 5, 9, 11, 13, 4, 6, 8};
  return fmt::format("lc rgb '{}' pt {} ps 0.7", svg_colour(k), points[(k + k / 8) % 8]);
}

std::string line_style(size_t k) {
  return fmt::format("lc rgb '{}' lw 2 dt {}", svg_colour(k), k % 5 + 1);
}

}  // namespace plumbline
