/// Groups finds (wrong answers) by their common properties, so that each cause is reported once.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "verify/hunt/examined.hpp"

namespace plumbline {

/// The region in which finds of a cause occurred: bounds on each number, for one sort (sort_of()).
struct FindRegion {
  std::string sort;  ///< the kind of error, mechanisms, quantity
  std::map<std::string, std::pair<double, double>> numbers;

  void add(const Examined& find);
  /// Returns true for settings within the bounds, or slightly beyond them.
  bool is_near(const Examined& find) const;
};

struct Cause {
  /// The first find, its simplified form, and the find with the largest error.
  Examined first, shrunk, worst;
  long finds = 0;      ///< number of settings with this cause
  long questions = 0;  ///< number of questions before the first find
  double seconds = 0;  ///< seconds before the first find
  long shrink_questions = 0;
  double shrink_time = 0;    ///< seconds of shrinking
  bool is_simplest = false;  ///< no simpler setting within the limits has the finding
  std::vector<FindRegion> regions;
};

class Causes {
 public:
  /// Adds a find of a known cause. Returns false if its cause is unknown.
  bool take_known(const Examined& find);
  /// Adds a find with its shrunk form: to a known cause with this shrunk form, otherwise as a new cause.
  void take_new(Cause cause);
  /// Returns the causes, by grade and then by the size of the error, the worst first.
  std::vector<Cause> in_order() const;
  const std::vector<Cause>& all() const { return causes_; }

 private:
  void assign(Cause& cause, const Examined& find);

  std::vector<Cause> causes_;
  std::map<std::string, int> tried_;  ///< number of shrunk finds for each sort
};

/// Returns the sort of a find: the kind of error, the mechanisms and the quantity.
std::string sort_of(const Examined& find);

}  // namespace plumbline
