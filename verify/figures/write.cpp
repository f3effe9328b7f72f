#include "verify/figures/write.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "verify/base/text_file.hpp"
#include "verify/report/gnuplot.hpp"

namespace plumbline {
namespace {

std::string field(const std::string& text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + "\"";
}

/// The k-th colour of Okabe and Ito's palette, which is told apart with any colour vision.
std::string palette_colour(int k) {
  static const char* const colours[] = {"#0072B2", "#D55E00", "#009E73", "#CC79A7",
                                        "#E69F00", "#56B4E9", "#000000", "#999999"};
  return colours[static_cast<size_t>(k) % 8];
}

/// The columns that gnuplot reads, counted from 1; see figure_csv().
constexpr const char* kX = "($9+$10)/2";
constexpr int kLower = 11, kUpper = 12, kValue = 13;

std::string curve_look(const CurveStyle& style) {
  const std::string colour =
      fmt::format("lc rgb '{}'", style.colour < 0 ? "black" : palette_colour(style.colour));
  switch (style.kind) {
    case CurveStyle::Kind::dashed:
      return "with lines lw 2 dt 2 " + colour;
    case CurveStyle::Kind::dotted:
      return "with lines lw 2 dt 3 " + colour;
    case CurveStyle::Kind::points:
      // Hollow, so that what lies on the same place stays visible.
      return fmt::format("with points lw 1.5 pt {} ps {} ",
                         style.colour % 3 == 0   ? "6"
                         : style.colour % 3 == 1 ? "2"
                                                 : "8",
                         style.colour % 3 == 0 ? "1.6" : "1.1") +
             colour;
    case CurveStyle::Kind::line_and_points:
      return "with linespoints lw 2 pt 7 ps 0.8 " + colour;
    default:
      return "with lines lw 2 " + colour;
  }
}

/// One curve, whose points are the lines first ... last of the data, counted from 0.
std::string plot_items(const FigureCurve& curve, const std::string& file, size_t first,
                       size_t last) {
  const std::string data = fmt::format("'{}' skip 1 every ::{}::{}", file, first, last);
  const std::string look = curve_look(curve.style),
                    title = gnuplot_quoted(curve.style.legend ? curve.title : "");
  if (curve.method == kCertified) {
    return fmt::format("{0} using ({1}):{2} {3} title {4}, \\\n  {0} using ({1}):{5} {3} notitle",
                       data, kX, kLower, look, title, kUpper);
  }
  std::string out = fmt::format("{} using ({}):{} {} title {}", data, kX, kValue, look, title);
  if (curve.style.band) {
    out += fmt::format(
        ", \\\n  {} using ({}):14:(0):($15-$14) with vectors nohead lc rgb '{}' notitle", data, kX,
        palette_colour(curve.style.colour));
  }
  return out;
}

std::string heading(const Figure& figure) {
  std::string out = figure.title;
  if (!figure.paper.empty()) out += "\\nfrom the paper: " + figure.paper;
  if (!figure.ours.empty()) out += "\\nchosen here: " + figure.ours;
  return out;
}

}  // namespace

std::string figure_csv(const Figure& figure) {
  std::string out =
      "panel,curve,method,quantity,mechanism,other,direction,at,x_lower,x_upper,lower,upper,value,"
      "band_lower,band_upper\n";
  for (const FigurePanel& panel : figure.panels) {
    for (const FigureCurve& curve : panel.curves) {
      for (const FigurePoint& p : curve.points) {
        const std::string* const entries[] = {
            &panel.title, &curve.title, &curve.method, &p.quantity,   &p.mechanism,
            &p.other,     &p.direction, &p.at,         &p.x_lower,    &p.x_upper,
            &p.lower,     &p.upper,     &p.value,      &p.band_lower, &p.band_upper};
        for (const std::string* entry : entries) {
          out += (entry == entries[0] ? "" : ",") + field(*entry);
        }
        out += "\n";
      }
    }
  }
  return out;
}

std::string figure_script(const Figure& figure, const std::string& name) {
  constexpr int kPanelWidth = 510, kPanelHeight = 400, kHeading = 80;
  const int panels = static_cast<int>(figure.panels.size());
  const int columns = (panels + figure.rows - 1) / figure.rows;
  const int width = columns == 1 ? 760 : kPanelWidth * columns;
  const int height = kPanelHeight * figure.rows + kHeading;
  std::string out = fmt::format(
      "set terminal pngcairo noenhanced size {},{} font 'sans,10'\nset output '{}.png'\n"
      "set datafile separator comma\nset grid lc rgb '#dddddd'\nset key reverse Left samplen 2\n"
      "set multiplot layout {},{} title \"{}\"\n",
      width, height, name, figure.rows, columns, heading(figure));
  size_t line = 0;
  for (const FigurePanel& panel : figure.panels) {
    out +=
        fmt::format("\nset title {}\nset xlabel {}\nset ylabel {}\n", gnuplot_quoted(panel.title),
                    gnuplot_quoted(panel.x_label), gnuplot_quoted(panel.y_label));
    out += panel.log_x ? "set logscale x\n" : "unset logscale x\n";
    out += panel.log_y ? "set logscale y\n" : "unset logscale y\n";
    out +=
        "set format '%g'\nset xrange [*:*]\nset yrange [*:*]\nunset arrow\nunset label\nset key "
        "top right\n";
    out += panel.gnuplot;
    std::string items;
    for (const FigureCurve& curve : panel.curves) {
      const size_t first = line;
      line += curve.points.size();
      if (curve.style.kind == CurveStyle::Kind::hidden || curve.points.empty()) continue;
      items +=
          (items.empty() ? "" : ", \\\n  ") + plot_items(curve, name + ".csv", first, line - 1);
    }
    out += "plot " + items + "\n";
  }
  return out + "unset multiplot\n";
}

void write_figure(const std::filesystem::path& folder, const std::string& name,
                  const Figure& figure) {
  const auto write = [&](const std::string& extension, const std::string& text) {
    write_text_file(folder / (name + extension), text);
  };
  write(".csv", figure_csv(figure));
  write(".gp", figure_script(figure, name));
}

}  // namespace plumbline
