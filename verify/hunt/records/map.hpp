/// The map of a hunt: for each sort of question (mechanisms and quantity), a grid over two numbers of the questions,
/// with the results in each cell.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "verify/hunt/examined.hpp"

namespace plumbline {

struct MapAxis {
  enum class Scale { linear, logarithmic, both_signs };
  std::string name;
  Scale scale = Scale::linear;
  double from = 0, to = 1;  ///< smallest and largest number

  double place(double x) const;  ///< position of x: 0 at one end, 1 at the other
  double number(double place) const;
};

struct MapCell {
  long sound = 0, wrong = 0, open = 0, unsupported = 0;
  double worst = 0;  ///< largest |Examined::margin| of the wrong answers
  std::string worst_finding;
  double tightest = -1e300;  ///< minus the smallest |margin| of the sound answers
  long asked() const { return sound + wrong + open + unsupported; }
};

struct MapPanel {
  std::string sort;  ///< mechanisms and quantity
  MapAxis x, y;
  std::vector<MapCell> cells;  ///< row by row, see at()

  static constexpr int kColumns = 20, kRows = 14;
  const MapCell& at(int column, int row) const {
    return cells[static_cast<size_t>(row * kColumns + column)];
  }
};

/// Returns the panels of all sorts of questions with enough answers: those with wrong answers first, then the most
/// frequent. Products of several mechanisms are one sort for each quantity, with the total number of steps as a
/// coordinate.
std::vector<MapPanel> map_of(const std::vector<Examined>& answers);

/// Returns the counts of all answers for each mechanism (or "products") and quantity.
std::map<std::string, MapCell> counts_of(const std::vector<Examined>& answers);

}  // namespace plumbline
