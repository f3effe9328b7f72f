/// A figure of a paper, made again: panels of curves, every point with what was asked and the
/// answer.
#pragma once

#include <limits>
#include <string>
#include <vector>

namespace plumbline {

/// One point. Its numbers are decimal strings, so that nothing is rounded on the way to the file.
struct FigurePoint {
  static constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();

  /// What was asked, in the words of the command line.
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
  enum class Kind { line, dashed, dotted, points, line_and_points, hidden };
  Kind kind = Kind::line;
  int colour = 0;  ///< in the palette; negative is black
  bool band = false;
  bool legend = true;
};

inline const std::string kCertified = "certified";

struct FigureCurve {
  std::string title;
  CurveStyle style;
  std::string method = kCertified;  ///< or the name of an approximation
  std::vector<FigurePoint> points;
};

struct FigurePanel {
  std::string title, x_label, y_label;
  bool log_x = false, log_y = false;
  std::vector<FigureCurve> curves;
  /// More gnuplot: ranges, arrows, where the legend goes.
  std::string gnuplot;
};

struct Figure {
  std::string title;
  /// Whose the parameters are: printed under the title.
  std::string paper, ours;
  std::vector<FigurePanel> panels;
  int rows = 1;  ///< that the panels are laid out in
};

}  // namespace plumbline
