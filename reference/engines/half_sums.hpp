/// Sums over pairs of points of two finite laws, each in a list sorted by place: of n points on either
/// side n^2 pairs are summed in the time of n.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "reference/arithmetic/ball.hpp"
#include "reference/mechanisms/loss_measure.hpp"

namespace plumbline {

/// Points on the line by rising place, each with its mass and whatever number its owner knows it by.
class SortedLaw {
 public:
  struct Point {
    double place;  ///< as near as the owner says
    size_t id;
    Ball mass;
  };
  /// `poll` may throw.
  SortedLaw(std::vector<Point> points, Bits p, const Poll& poll);

  size_t size() const { return points_.size(); }
  const Point& operator[](size_t i) const { return points_[i]; }
  /// The mass of the i-th point and all above.
  const Ball& from(size_t i) const { return from_[i]; }
  const Ball& total() const { return from_.front(); }

 private:
  std::vector<Point> points_;
  std::vector<Ball> from_;
};

/// Decides if the points a and b, given by their numbers, lie above the level together; nothing
/// where this is not known.
using Decide = std::function<std::optional<bool>(size_t a, size_t b)>;

/// The sum of mass(a) mass(b) over all pairs whose places sum to more than a level, BOUND(HALF-SUMS).
/// `level` and all places are within `slack` > 0 of what they stand for; pairs that these doubles
/// do not decide are decided one by one.
Ball mass_above(const SortedLaw& first, const SortedLaw& second, double level, double slack,
                const Decide& decide, Bits p, const Poll& poll);

}  // namespace plumbline
