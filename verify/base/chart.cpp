#include "verify/base/chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "verify/base/html_page.hpp"

namespace plumbline {
namespace {

constexpr double kWidth = 480, kLetter = 8;  // text is 14 high

std::string opening(double height, const std::string& label) {
  return fmt::format(
      "<svg viewBox=\"0 0 {:g} {:g}\" role=\"img\" aria-label=\"{}\" font-family=\"system-ui, "
      "sans-serif\" font-size=\"14\" fill=\"var(--ink)\">\n",
      kWidth, height, html_escaped(label));
}

std::string text_at(double x, double y, const std::string& anchor, const std::string& text) {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>\n", x, y, anchor,
                     html_escaped(text));
}

std::string line_from(double x, double y, double to_x, double to_y, const std::string& colour,
                      double width) {
  return fmt::format(
      "<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"var(--{})\" "
      "stroke-width=\"{:g}\"/>\n",
      x, y, to_x, to_y, colour, width);
}

/// A linear or logarithmic axis between two numbers.
struct Axis {
  double least, most;
  bool logarithmic;

  double share(double x) const {
    if (!(most > least)) return 0.5;
    if (logarithmic) return std::log(x / least) / std::log(most / least);
    return (x - least) / (most - least);
  }
};

std::string number_text(double x) {
  if (x == 0 || (std::fabs(x) >= 1e-3 && std::fabs(x) < 1e4)) return fmt::format("{:.3g}", x);
  const double exponent = std::floor(std::log10(std::fabs(x)) + 1e-9);
  return fmt::format("{:.2g}e{:g}", x / std::pow(10, exponent), exponent);
}

/// Round numbers across the axis.
std::vector<double> tics(const Axis& axis) {
  std::vector<double> out;
  if (axis.logarithmic) {
    const double decades = std::log10(axis.most / axis.least);
    const auto step = static_cast<int>(std::max(1.0, std::ceil(decades / 5)));
    const int first = static_cast<int>(std::ceil(std::log10(axis.least) - 1e-9));
    for (int k = first; std::pow(10, k) <= axis.most * (1 + 1e-9); k += step) {
      out.push_back(std::pow(10, k));
    }
    return out;
  }
  const double raw = (axis.most - axis.least) / 4, ten = std::pow(10, std::floor(std::log10(raw)));
  const double step = raw / ten < 2 ? 2 * ten : raw / ten < 5 ? 5 * ten : 10 * ten;
  for (double x = std::ceil(axis.least / step - 1e-9) * step; x <= axis.most * (1 + 1e-9);
       x += step) {
    out.push_back(std::fabs(x) < step / 2 ? 0 : x);
  }
  return out;
}

/// Zero is on a linear axis, and a logarithmic one ends at powers of ten.
Axis axis_of(std::vector<double> values, bool logarithmic) {
  std::erase_if(values, [&](double x) { return !std::isfinite(x) || (logarithmic && x <= 0); });
  if (values.empty()) return {logarithmic ? 0.1 : 0, 1, logarithmic};
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  if (!logarithmic) {
    const double top = std::max(0.0, *most), bottom = std::min(0.0, *least);
    return {bottom, top > bottom ? top * 1.08 : bottom + 1, false};
  }
  const double low = std::pow(10, std::floor(std::log10(*least))),
               high = std::pow(10, std::ceil(std::log10(*most)));
  return {low, high > low ? high : 10 * low, true};
}

/// One course: a line through neighbours, a dot at each value.
std::string course(const ChartLine& line, size_t k, const Axis& axis, double left, double right,
                   double top, double bottom) {
  std::string dots, path;
  bool before = false;
  const size_t n = line.values.size();
  for (size_t i = 0; i < n; ++i) {
    const double value = line.values[i];
    const bool there = std::isfinite(value) && (!axis.logarithmic || value > 0);
    if (there) {
      const double along = n < 2 ? 0.5 : static_cast<double>(i) / static_cast<double>(n - 1);
      const double x = left + along * (right - left),
                   y = bottom - axis.share(value) * (bottom - top);
      path += fmt::format("{}{:.1f} {:.1f}", before ? " L" : " M", x, y);
      dots += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3\" fill=\"var(--c{})\"/>\n", x,
                          y, k % 8);
    }
    before = there;
  }
  return fmt::format("<path d=\"{}\" fill=\"none\" stroke=\"var(--c{})\" stroke-width=\"2\"/>\n",
                     path.empty() ? "M0 0" : path.substr(1), k % 8) +
         dots;
}

/// The names of the lines, each in its colour; how high they stand.
std::pair<std::string, double> key_of(const std::vector<ChartLine>& lines, double top) {
  std::string out;
  double x = 4, y = top + 14;
  for (size_t k = 0; k < lines.size(); ++k) {
    const double width = 24 + kLetter * static_cast<double>(lines[k].name.size());
    if (x > 4 && x + width > kWidth) {
      x = 4;
      y += 20;
    }
    out += line_from(x, y - 5, x + 16, y - 5, fmt::format("c{}", k % 8), 3) +
           text_at(x + 21, y, "start", lines[k].name);
    x += width + 10;
  }
  return {out, y - top + 6};
}

std::string shortened(const std::string& name, double room) {
  const auto most = static_cast<size_t>(room / kLetter);
  return name.size() <= most ? name : name.substr(0, most - 1) + "…";
}

}  // namespace

std::string line_chart(const LineChart& chart) {
  std::vector<double> all;
  for (const ChartLine& line : chart.lines) {
    all.insert(all.end(), line.values.begin(), line.values.end());
  }
  const Axis axis = axis_of(all, chart.logarithmic);
  const auto [key, above] = key_of(chart.lines, 0);
  const double top = above + 6, bottom = top + 150, right = kWidth - 12;
  double left = 20;
  for (const double x : tics(axis)) {
    const double letters = static_cast<double>((number_text(x) + chart.unit).size());
    left = std::max(left, 10 + kLetter * letters);
  }
  std::string out = opening(bottom + 26, chart.label) + key;
  for (const double x : tics(axis)) {
    const double y = bottom - axis.share(x) * (bottom - top);
    out += line_from(left - 4, y, right, y, "grid", 1) +
           text_at(left - 8, y + 5, "end", number_text(x) + chart.unit);
  }
  for (size_t k = 0; k < chart.lines.size(); ++k) {
    out += course(chart.lines[k], k, axis, left + 6, right - 6, top, bottom);
  }
  if (!chart.places.empty()) out += text_at(left, bottom + 20, "start", chart.places.front());
  if (chart.places.size() > 1) out += text_at(right, bottom + 20, "end", chart.places.back());
  return out + "</svg>";
}

std::string range_chart(const RangeChart& chart) {
  std::vector<double> all;
  size_t letters = 0;
  for (const ChartRange& range : chart.ranges) {
    all.push_back(range.low);
    all.push_back(range.high);
    letters = std::max(letters, range.name.size());
  }
  const Axis axis = axis_of(all, true);
  const double left = std::min(kWidth * 0.42, 12 + kLetter * static_cast<double>(letters)),
               right = kWidth - 22, row = 19,
               bottom = 8 + row * static_cast<double>(chart.ranges.size());
  std::string out = opening(bottom + 46, chart.label);
  for (const double x : tics(axis)) {
    const double at = left + axis.share(x) * (right - left);
    out += line_from(at, 4, at, bottom, "grid", 1) +
           text_at(at, bottom + 18, "middle", number_text(x));
  }
  double y = 4 + row / 2;
  for (const ChartRange& range : chart.ranges) {
    out += text_at(left - 8, y + 5, "end", shortened(range.name, left - 8));
    const std::string colour = fmt::format("c{}", range.colour % 8);
    const auto place = [&](double x) {
      return left + std::clamp(axis.share(x), 0.0, 1.0) * (right - left);
    };
    if (range.high > 0 && std::isfinite(range.high)) {
      const double from = range.low > 0 ? place(range.low) : left;
      out += line_from(from, y, place(range.high), y, colour, 4);
      if (range.low > 0) out += line_from(from, y - 6, from, y + 6, colour, 2);
      out += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"5\" fill=\"var(--{})\"/>\n",
                         place(range.high), y, colour);
    }
    y += row;
  }
  return out + text_at((left + right) / 2, bottom + 38, "middle", chart.axis) + "</svg>";
}

}  // namespace plumbline
