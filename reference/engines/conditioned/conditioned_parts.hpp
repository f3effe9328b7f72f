/// Divides the steps of a composition: the engine sums over the losses of the discrete steps, and another engine
/// answers for the other steps. Also decides if the number of losses is small enough.
#pragma once

#include <vector>

#include "reference/arithmetic/heuristics.hpp"
#include "reference/engines/engine.hpp"

namespace plumbline::conditioned {

/// The steps with countably many losses, and the other steps.
struct Parted {
  /// Maximum number of points (values of the sum of the discrete losses) if there are other steps: each point needs a
  /// query of another engine.
  static constexpr size_t kMostPoints = 10000;
  /// Maximum number of points if there are no other steps: each point needs an exponential.
  static constexpr size_t kMostPointsAlone = 2e5;

  std::vector<Factor> discrete, others;
  size_t most() const { return others.empty() ? kMostPointsAlone : kMostPoints; }
};
Parted parted(const Composition& composition);

/// Heuristic: the estimated number of points may exceed the limit by this factor, because sums of losses coincide.
constexpr double kSlack = 4;
// Maximum number of points of each of the two lists (halves.hpp): each point needs a few sums.
constexpr size_t kMostOfHalf = 3e5;

/// Returns d such that masses below 2^-d may be omitted from an answer with `digits` digits.
inline double depth_of(double digits) { return digits * kLn10 / kLn2 + 12; }
/// Approximate number of points of the distribution of these steps. A result above `most` only means that there are
/// more than `most`.
double size_of_law(const std::vector<Factor>& steps, size_t most);
/// Returns true if there are too many points for one list, so that two lists are needed.
bool too_many(const Parted& parts);
/// Returns true if two lists of points, for half of the steps each, are expected to be short enough. The estimate of
/// their lengths may exceed the limit, because most of the combinations that it counts are too rare to be points.
bool halves_will_do(const Parted& parts);

}  // namespace plumbline::conditioned
