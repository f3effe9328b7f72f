#include <fmt/format.h>

#include <map>

#include "verify/base/svg_theme.hpp"
#include "verify/report/drawing.hpp"
#include "verify/report/gnuplot.hpp"

namespace plumbline {
namespace {

/// Seconds and correct digits of each answer, by who gave it; certified values first.
struct Costs {
  std::string certified;
  std::map<std::string, std::string> approximations;
  size_t count = 0;
};

void add(double seconds, double digits, std::string* lines, size_t* count) {
  const std::string x = coordinate(seconds, true), y = coordinate(digits, false);
  if (x == "NaN" || y == "NaN") return;
  *lines += x + " " + y + "\n";
  ++*count;
}

double seconds_of(const Json& record) { return record.value("seconds", 0.0); }

Costs costs_of(const RunResults& results) {
  Costs out;
  for (const Json& value : results.values) {
    add(seconds_of(value), number_of(value, "digits"), &out.certified, &out.count);
    const auto list = value.find("judged");
    if (list == value.end()) continue;
    for (const Json& judged : *list) {
      if (text_of(judged, "verdict") != "measured") continue;
      add(seconds_of(judged), number_of(judged, "correct_digits"),
          &out.approximations[text_of(judged, "approximation")], &out.count);
    }
  }
  return out;
}

}  // namespace

std::vector<Drawing> cost_drawings(const RunResults& results) {
  const Costs costs = costs_of(results);
  if (costs.count < 3) return {};
  Drawing out;
  out.name = "cost-against-accuracy";
  out.height = 460;
  out.question = "What does a digit cost, certified and approximated?";
  out.caption = fmt::format(
      "Each point is one answer of this run ({}): the seconds it took and the digits of it that "
      "are "
      "certainly right. Certified values are asked for the digits they give; an approximation has "
      "those it has. Below zero not even the first digit is right. From all cases.",
      costs.count);
  out.data = "# certified: seconds, digits\n" + costs.certified + "\n\n";
  out.script = axis_script("time (seconds)", "correct digits", {true, false}) +
               fmt::format(
                   "plot '{}.dat' index 0 using 1:2 with points lc rgb '{}' pt 2 ps 0.6 "
                   "title 'certified'",
                   out.name, svg_ink());
  size_t k = 0;
  for (const auto& [name, lines] : costs.approximations) {
    if (lines.empty()) continue;
    out.data += "# " + name + ": seconds, digits\n" + lines + "\n\n";
    out.script += fmt::format(", \\\n  '' index {} using 1:2 with points {} title {}", k + 1,
                              point_style(k), gnuplot_quoted(name));
    ++k;
  }
  out.script = key_at_foot(k + 1) + out.script + "\n";
  return {out};
}

}  // namespace plumbline
