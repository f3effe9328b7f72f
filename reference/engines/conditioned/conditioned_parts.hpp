/// Which steps are summed over and which are asked, and whether their losses are few enough.
#pragma once

#include <vector>

#include "reference/arithmetic/heuristics.hpp"
#include "reference/engines/engine.hpp"

namespace plumbline::conditioned {

/// The steps of countably many losses, and the others.
struct Parted {
  static constexpr size_t kMostPoints = 10000;     ///< each takes a question to another engine
  static constexpr size_t kMostPointsAlone = 2e5;  ///< each takes an exponential

  std::vector<Factor> discrete, others;
  size_t most() const { return others.empty() ? kMostPointsAlone : kMostPoints; }
};
Parted parted(const Composition& composition);

/// Heuristic, losses coincide: a law that seems so much larger than what is listed may do.
constexpr double kSlack = 4;
constexpr size_t kMostOfHalf = 3e5;  // each takes a few sums

/// In bits, of masses of so many digits.
inline double depth_of(double digits) { return digits * kLn10 / kLn2 + 12; }
/// Roughly, up to `most` or more.
double size_of_law(const std::vector<Factor>& steps, size_t most);
/// For one list of points, so that it takes two.
bool too_many(const Parted& parts);
/// Most of the combinations counted are too rare to be points.
bool halves_will_do(const Parted& parts);

}  // namespace plumbline::conditioned
