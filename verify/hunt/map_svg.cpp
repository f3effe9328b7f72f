#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "verify/base/html_page.hpp"
#include "verify/claims/shown.hpp"
#include "verify/hunt/map.hpp"
#include "verify/hunt/space.hpp"

namespace plumbline {
namespace {

constexpr int kLeft = 78, kTop = 8, kWidth = 420, kHeight = 260, kFoot = 46;

std::string short_number(double x) {
  constexpr double kNothing = 1e-300;  // beside 0, on purpose
  return std::fabs(x) < kNothing ? "0" : shortest_decimal(with_digits(x, 2));
}

/// Deeper where it is worse, each factor of ten in the error a step.
double depth_of(double margin) {
  return std::clamp(1 + std::log10(std::max(margin, 1e-300)) / 10, 0.35, 1.0);
}

std::string fill_of(const MapCell& cell) {
  if (cell.wrong > 0) {
    return fmt::format("fill=\"var(--c1)\" fill-opacity=\"{:.2f}\"", depth_of(cell.worst));
  }
  if (cell.sound > 0) {
    const bool loose = cell.tightest < -1;
    return fmt::format("fill=\"var(--c0)\" fill-opacity=\"{}\"", loose ? "0.25" : "0.6");
  }
  if (cell.open > 0) return "fill=\"var(--c4)\" fill-opacity=\"0.5\"";
  return "fill=\"var(--c6)\" fill-opacity=\"0.25\"";
}

std::string title_of_cell(const MapPanel& panel, int column, int row) {
  const MapCell& cell = panel.at(column, row);
  const auto stretch = [](const MapAxis& axis, int i, int count) {
    const double a = axis.number(static_cast<double>(i) / count);
    const double b = axis.number(static_cast<double>(i + 1) / count);
    return fmt::format("{} {} to {}", axis.name, short_number(a), short_number(b));
  };
  std::string out =
      fmt::format("{}, {}: {} asked, {} sound", stretch(panel.x, column, panel.kColumns),
                  stretch(panel.y, row, panel.kRows), cell.asked(), cell.sound);
  if (cell.wrong > 0) out += fmt::format(", {} wrong, worst {:.2g}", cell.wrong, cell.worst);
  if (cell.open > 0) out += fmt::format(", {} undecided", cell.open);
  if (cell.unsupported > 0) out += fmt::format(", {} unsupported", cell.unsupported);
  return out;
}

std::string cells_svg(const MapPanel& panel) {
  const double w = static_cast<double>(kWidth) / MapPanel::kColumns;
  const double h = static_cast<double>(kHeight) / MapPanel::kRows;
  std::string out;
  for (int row = 0; row < MapPanel::kRows; ++row) {
    for (int column = 0; column < MapPanel::kColumns; ++column) {
      const MapCell& cell = panel.at(column, row);
      if (cell.asked() == 0) continue;
      const double x = kLeft + column * w, y = kTop + kHeight - (row + 1) * h;
      out += fmt::format(
          "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" "
          "{}><title>{}</title></rect>\n",
          x + 0.5, y + 0.5, w - 1, h - 1, fill_of(cell),
          html_escaped(title_of_cell(panel, column, row)));
    }
  }
  return out;
}

std::string label(double x, double y, const std::string& anchor, const std::string& text) {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>\n", x, y, anchor,
                     html_escaped(text));
}

std::string axes_svg(const MapPanel& panel) {
  constexpr int kTicks = 4;
  std::string out = fmt::format(
      "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"none\" stroke=\"var(--grid)\"/>\n",
      kLeft, kTop, kWidth, kHeight);
  for (int i = 0; i <= kTicks; ++i) {
    const double place = static_cast<double>(i) / kTicks;
    const char* anchor = i == 0 ? "start" : i == kTicks ? "end" : "middle";
    out += label(kLeft + place * kWidth, kTop + kHeight + 17, anchor,
                 short_number(panel.x.number(place)));
    const double y = kTop + kHeight - place * kHeight;
    out += label(kLeft - 6, std::clamp(y + 5, kTop + 12.0, kTop + kHeight - 1.0), "end",
                 short_number(panel.y.number(place)));
  }
  out += label(kLeft + kWidth / 2.0, kTop + kHeight + 37, "middle", panel.x.name);
  const double middle = kTop + kHeight / 2.0;
  out += fmt::format(
      "<text transform=\"translate(14 {:.1f}) rotate(-90)\" text-anchor=\"middle\">{}</text>\n",
      middle, html_escaped(panel.y.name));
  return out;
}

}  // namespace

std::string map_svg(const MapPanel& panel) {
  return fmt::format(
             "<svg viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"{}\" font-size=\"13\" "
             "fill=\"var(--ink)\">\n",
             kLeft + kWidth + 12, kTop + kHeight + kFoot,
             html_escaped(panel.sort + ", " + panel.y.name + " against " + panel.x.name)) +
         cells_svg(panel) + axes_svg(panel) + "</svg>\n";
}

}  // namespace plumbline
