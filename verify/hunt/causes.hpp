/// Finds put together by what they have in common: one cause is told once, however often it shows.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "verify/hunt/examined.hpp"

namespace plumbline {

/// Where finds of a cause were met: bounds of each number, for one sort of setting.
struct FindRegion {
  std::string sort;  ///< what is wrong and how, mechanisms, quantity
  std::map<std::string, std::pair<double, double>> numbers;

  void add(const Examined& find);
  /// Within the bounds, or not far beyond them.
  bool is_near(const Examined& find) const;
};

struct Cause {
  Examined first, shrunk, worst;
  long finds = 0;      ///< settings that showed it
  long questions = 0;  ///< asked when the first was found
  double seconds = 0;  ///< passed by then
  long shrink_questions = 0;
  double shrink_time = 0;    ///< seconds
  bool is_simplest = false;  ///< nothing simpler was left to try within the limits
  std::vector<FindRegion> regions;
};

class Causes {
 public:
  /// Takes a find of a known cause. False where its cause is not known.
  bool take_known(const Examined& find);
  /// A find and what it shrank to: a cause of its own, unless that is known to be one's.
  void take_new(Cause cause);
  /// Worst grade first, then by how wrong.
  std::vector<Cause> in_order() const;
  const std::vector<Cause>& all() const { return causes_; }

 private:
  void assign(Cause& cause, const Examined& find);

  std::vector<Cause> causes_;
  std::map<std::string, int> tried_;  ///< sorts, and how many of their finds were shrunk
};

/// The sort of a find.
std::string sort_of(const Examined& find);

}  // namespace plumbline
