/// Small charts drawn as SVG without another program: courses over nights, and ranges on a
/// logarithmic axis. Their colours are the page's variables (html_page.hpp), so that both themes show
/// them; what they show stands in words in their label.
#pragma once

#include <string>
#include <vector>

namespace plumbline {

/// A line over equally spaced places; nan leaves a gap.
struct ChartLine {
  std::string name;
  std::vector<double> values;
};

struct LineChart {
  std::string label;                ///< in words, for those who do not see it
  std::vector<std::string> places;  ///< below the axis, as many as values; the ends are written
  std::string unit;                 ///< behind the numbers of the axis
  std::vector<ChartLine> lines;     ///< at most eight
  bool logarithmic = false;         ///< values above 0 alone
};
std::string line_chart(const LineChart& chart);

/// From `low` to `high`, both above 0; `low` is drawn as a tick where it is no zero.
struct ChartRange {
  std::string name;
  double low = 0, high = 0;
  size_t colour = 0;  ///< svg_theme.hpp
};
struct RangeChart {
  std::string label;
  std::string axis;  ///< what its numbers are
  std::vector<ChartRange> ranges;
};
std::string range_chart(const RangeChart& chart);

}  // namespace plumbline
