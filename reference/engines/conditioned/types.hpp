/// A composition of steps with countably many losses alone, by the types of its steps: the multiplicity of each atom.
/// The atoms are divided into two groups, the types of each group are listed once, and all pairs are summed in time
/// proportional to the lists. At most sixteen digits.
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

  /// The best enclosure from lists of moderate length; indeterminate if there is no such list.
  Enclosure answer(Question question, const Real& t, const Effort& effort);
  /// Switches to other lists.
  void vary();
  /// Number of points of the lists that answered last.
  size_t points() const { return points_; }

 private:
  struct Kept {
    double theta;
    int depth;
    std::unique_ptr<TypePairs> pairs;  ///< null if they would be too long
  };
  double tilt(Question question, double t) const;
  const TypePairs* pairs(double theta, int depth, const Poll& poll);

  Composition composition_;
  std::list<Kept> kept_;
  size_t points_ = 0;
  bool varied_ = false;
};

}  // namespace plumbline::conditioned
