/// Decides which steps are summed over and which ones another engine answers, and if their losses are few enough.
#pragma once

#include <vector>

#include "reference/arithmetic/heuristics.hpp"
#include "reference/engines/engine.hpp"

namespace plumbline::conditioned {

/// The steps with countably many losses, and the other steps.
struct Parted {
  static constexpr size_t kMostPoints = 10000;     ///< each point needs a query of another engine
  static constexpr size_t kMostPointsAlone = 2e5;  ///< each point needs an exponential

  std::vector<Factor> discrete, others;
  size_t most() const { return others.empty() ? kMostPointsAlone : kMostPoints; }
};
Parted parted(const Composition& composition);

/// Heuristic: a distribution may be listed although its estimated size is larger by this factor, because losses
/// coincide.
constexpr double kSlack = 4;
constexpr size_t kMostOfHalf = 3e5;  // each point needs a few sums

/// Depth in bits, for masses of `digits` digits.
inline double depth_of(double digits) { return digits * kLn10 / kLn2 + 12; }
/// Approximate number of points, computed up to `most` or slightly beyond.
double size_of_law(const std::vector<Factor>& steps, size_t most);
/// Returns true if there are too many points for one list, so that two lists are needed.
bool too_many(const Parted& parts);
/// Returns true if two lists are short enough: most of the counted combinations are too rare to be points.
bool halves_will_do(const Parted& parts);

}  // namespace plumbline::conditioned
