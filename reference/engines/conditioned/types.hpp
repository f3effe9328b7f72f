/// A composition of steps of countably many losses alone, by the types of its steps: how often each
/// atom came up. The atoms are parted in two groups, the types of each listed once, and all pairs
/// summed in the time of the lists. Sixteen digits at most.
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

  /// The best enclosure that lists of moderate length give; indeterminate where none do.
  Enclosure answer(Question question, const Real& t, const Effort& effort);
  /// Other lists from now on.
  void vary();
  /// Points of the lists that answered last.
  size_t points() const { return points_; }

 private:
  struct Kept {
    double theta;
    int depth;
    std::unique_ptr<TypePairs> pairs;  ///< null where they would be too long
  };
  double tilt(Question question, double t) const;
  const TypePairs* pairs(double theta, int depth, const Poll& poll);

  Composition composition_;
  std::list<Kept> kept_;
  size_t points_ = 0;
  bool varied_ = false;
};

}  // namespace plumbline::conditioned
