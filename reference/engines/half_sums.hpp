/// Sums over pairs of points of two finite distributions. Each list is sorted by the position of its points, so that
/// n^2 pairs of points from two lists of n points are summed in time proportional to n.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "reference/arithmetic/ball.hpp"
#include "reference/mechanisms/loss_measure.hpp"

namespace plumbline {

/// Points on the line in increasing order, each with its mass and an identifier that the caller chooses.
class SortedLaw {
 public:
  struct Point {
    double place;  ///< the position, as accurate as the caller states
    size_t id;
    Ball mass;
  };
  /// Sorts the points; `poll` may throw.
  SortedLaw(std::vector<Point> points, Bits p, const Poll& poll);

  size_t size() const { return points_.size(); }
  const Point& operator[](size_t i) const { return points_[i]; }
  /// The mass of the i-th point and of all points above it.
  const Ball& from(size_t i) const { return from_[i]; }
  const Ball& total() const { return from_.front(); }

 private:
  std::vector<Point> points_;
  std::vector<Ball> from_;
};

/// Returns true if the positions of the points with the identifiers a and b have a sum above the level. Returns
/// nothing if this is unknown.
using Decide = std::function<std::optional<bool>(size_t a, size_t b)>;

/// Returns the sum of mass(a) mass(b) over all pairs of points whose positions have a sum above a level:
/// BOUND(HALF-SUMS). `level` and all positions differ from their exact values by at most `slack` > 0. Pairs whose sum
/// in doubles is too near the level are decided one by one, by `decide`.
Ball mass_above(const SortedLaw& first, const SortedLaw& second, double level, double slack,
                const Decide& decide, Bits p, const Poll& poll);

}  // namespace plumbline
