/// Computes a composition of steps with countably many losses from the types of its steps, that is, the
/// multiplicities of the atoms. The atoms are divided into two groups, the types of each group are listed once, and
/// all pairs are summed in time proportional to the lists. The result has at most sixteen digits.
#pragma once

#include <list>
#include <memory>

#include "reference/arithmetic/running/effort.hpp"
#include "reference/engines/conditioned/type_pairs.hpp"
#include "reference/engines/engine.hpp"

namespace plumbline::conditioned {

class Types {
 public:
  explicit Types(const Composition& composition) : composition_(composition) {}

  /// Returns the best enclosure from lists of moderate length; indeterminate if there are no such lists.
  Enclosure answer(Question question, const Real& t, const Effort& effort);
  /// Switches to another division of the atoms, for a second computation.
  void vary();
  /// Number of points of the lists of the last answer.
  size_t points() const { return points_; }

 private:
  struct Kept {
    double theta;
    int depth;
    std::unique_ptr<TypePairs> pairs;  ///< null if the lists would be too long
  };
  double tilt(Question question, double t) const;
  const TypePairs* pairs(double theta, int depth, const Poll& poll);

  Composition composition_;
  std::list<Kept> kept_;
  size_t points_ = 0;
  bool varied_ = false;
};

}  // namespace plumbline::conditioned
