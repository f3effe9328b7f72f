/// A reproduced figure of a paper: panels of curves whose points contain their question and their answer.
#pragma once

#include <limits>
#include <string>
#include <vector>

namespace plumbline {

/// One point. Its numbers are decimal strings, so that the file contains them without rounding.
struct FigurePoint {
  static constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();

  /// The question, as options of the command line.
  std::string quantity, mechanism, other, direction, at;
  /// The horizontal coordinate; both ends are equal if it is known exactly.
  std::string x_lower, x_upper;
  /// The certified enclosure; empty for an approximation.
  std::string lower, upper;
  /// The approximate ends, for the positions of labels and arrows; nan if there is none.
  double low = kNothing, high = kNothing;
  /// The approximation and the interval that it claims, if any; empty for a certified value.
  std::string value, band_lower, band_upper;
};

/// The style of a curve. The certified curve is drawn twice: through the lower ends and through the upper ends of its
/// enclosures.
struct CurveStyle {
  enum class Stroke { line, dashed, dotted, points, line_and_points, hidden };
  Stroke kind = Stroke::line;
  int colour = 0;  ///< index in the palette; negative is black
  bool band = false;
  bool legend = true;
  /// True to shade the errors that tests can have: the region between the trade-off function and its mirror image.
  bool region = false;
};

inline const std::string kCertified = "certified";

struct FigureCurve {
  std::string title;
  CurveStyle style;
  std::string method = kCertified;  ///< certified, or the name of an approximation
  std::vector<FigurePoint> points;
};

/// A coordinate in a panel: a number on its axis, or "graph 0.5", a fraction of the panel's width or height.
using FigurePlace = std::string;

/// A line between two places: "dotted", "dashed", "arrow", or, with a bar at both ends, "ruler", "thin ruler",
/// "measure".
struct FigureStroke {
  std::string look;
  FigurePlace x, y, to_x, to_y;
};

/// A text at a place, or at an offset from it in units of letters. `look` is "" if curves may cross the text, and
/// "front" if not. With "dot" or "ring", a dot or a ring marks the place. "measure" is the look of the label of a
/// stroke "measure".
struct FigureLabel {
  std::string look, text;
  FigurePlace x, y;
  std::string offset;
};

/// The properties of a panel that its curves do not determine. Ranges have the form "0:1", in which * means an
/// automatic end. The legend is at "bottom right" or a similar place, or it is "off".
struct FigureLook {
  std::string legend = "top right", x_range, y_range;
  bool zero_line = false, equal_scales = false;
  std::string powers;  ///< the axes whose numbers have the form 1e-07: "xy" or "y"
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
  /// The parameters that the paper states and those that this project chose, printed under the title.
  std::string paper, ours;
  std::vector<FigurePanel> panels;
  int rows = 1;  ///< number of rows of panels
};

}  // namespace plumbline
