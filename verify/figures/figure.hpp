/// A figure of a paper, made again: panels of curves, every point with the question and the
/// answer.
#pragma once

#include <limits>
#include <string>
#include <vector>

namespace plumbline {

/// One point. Its numbers are decimal strings, so that nothing is rounded on the way to the file.
struct FigurePoint {
  static constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();

  /// The question, in the options of the command line.
  std::string quantity, mechanism, other, direction, at;
  /// The horizontal coordinate; the two are equal where it is known exactly.
  std::string x_lower, x_upper;
  /// The certified enclosure; empty for an approximation.
  std::string lower, upper;
  /// Roughly its ends, to place labels and arrows by; nan where there is none.
  double low = kNothing, high = kNothing;
  /// The approximation and the band it claims, if any; empty for a certified value.
  std::string value, band_lower, band_upper;
};

/// The certified curve is drawn twice, at its lower and at its upper ends.
struct CurveStyle {
  enum class Stroke { line, dashed, dotted, points, line_and_points, hidden };
  Stroke kind = Stroke::line;
  int colour = 0;  ///< in the palette; negative is black
  bool band = false;
  bool legend = true;
  /// The errors that tests can have are shaded: all between the curve, which is a trade-off function, and its mirror image.
  bool region = false;
};

inline const std::string kCertified = "certified";

struct FigureCurve {
  std::string title;
  CurveStyle style;
  std::string method = kCertified;  ///< or the name of an approximation
  std::vector<FigurePoint> points;
};

/// A coordinate in a panel: a number on its axis, or "graph 0.5", a share of its width or height.
using FigurePlace = std::string;

/// A line from one place to another: "dotted", "dashed", "arrow", or, with a bar at both ends, "ruler", "thin ruler",
/// "measure".
struct FigureStroke {
  std::string look;
  FigurePlace x, y, to_x, to_y;
};

/// A text at a place, or beside it by an offset in letters: "" for what curves may cross, "front", or with a mark
/// "dot", "ring"; "measure" goes with that stroke.
struct FigureLabel {
  std::string look, text;
  FigurePlace x, y;
  std::string offset;
};

/// How a panel is drawn, as far as its curves do not say it. Ranges are "0:1", with * for what fits; the legend is at
/// "bottom right" and the like, or "off".
struct FigureLook {
  std::string legend = "top right", x_range, y_range;
  bool zero_line = false, equal_scales = false;
  std::string powers;  ///< axes whose numbers are written 1e-07: "xy", "y"
  std::vector<FigureStroke> strokes;
  std::vector<FigureLabel> labels;
};

struct FigurePanel {
  std::string title, x_label, y_label;
  bool log_x = false, log_y = false;
  std::vector<FigureCurve> curves;
  FigureLook look;
};

struct Figure {
  std::string title;
  /// Whose the parameters are: printed under the title.
  std::string paper, ours;
  std::vector<FigurePanel> panels;
  int rows = 1;  ///< that the panels are laid out in
};

}  // namespace plumbline
