/// Sums of discrete Gaussians on several lattices. The distribution on each lattice is tabulated; sums over the
/// product of these distributions are computed directly or from two lists of points.
#pragma once

#include <cstdint>
#include <utility>

#include "reference/arithmetic/real.hpp"
#include "reference/arithmetic/running/kept.hpp"
#include "reference/engines/half_sums.hpp"

namespace plumbline {

/// A group is a number of equal discrete Gaussians with mean 0 on one lattice. U is the sum over the groups of the
/// group's spacing times the sum of its discrete Gaussians.
class GaussianLattices {
 public:
  struct Group {
    Rational variance, spacing;
    long count;
  };
  static constexpr double kMostPoints = 4e5;  ///< maximum number of points of a list

  explicit GaussianLattices(std::vector<Group> groups);

  /// Encloses P(U > u) if `strict`, else P(U >= u), with an error of approximately 2^-depth. Uses one sum, or two
  /// lists of points if the sum is long and the lists are short.
  Ball above(const Real& u, bool strict, double depth, Bits p, const Poll& poll);
  /// Approximate number of terms of the sum for P(U > u), and the total length of the tables.
  double terms(double depth) const;
  double entries(double depth) const;
  /// Omits from the lists the points of mass below 2^-(depth + bits). The default of `bits` is 12.
  void leave_out(double bits) {
    pruned_ = bits;
    halves_.forget();
  }
  /// Approximate number of points of the longer list.
  double half(double depth) const;
  /// Returns the masses of a group's sum modulo 2 reach + 1 at 0 .. reach, from J + 1 terms of their series.
  static std::vector<Ball> folded_series(const Group& group, long reach, long J, Bits p,
                                         const Poll& poll);

 private:
  struct Law {
    Rational spacing;
    long reach;                ///< range of the integers: -reach .. reach
    std::vector<Ball> masses;  ///< masses of the sum modulo 2 reach + 1
    std::vector<Ball> from;    ///< from[i] is the sum of masses[i], masses[i + 1], ...
    UpperBound beyond;         ///< bound of FOLDED-GAUSSIANS
  };
  static double reach(const Group& group, double depth);
  static Law tabulate(const Group& group, double depth, Bits p, const Poll& poll);
  static std::vector<Ball> one_step(const Group& group, long reach, Bits p);
  static std::vector<Ball> many_steps(const Group& group, long reach, double depth, Bits p,
                                      const Poll& poll);
  using Laws = std::vector<Law>;  ///< the widest distribution comes last
  const Laws& laws(double depth, Bits p, const Poll& poll);
  /// The points of the sum over some of the groups. A point is described by one integer for each of these groups.
  struct Half {
    std::vector<size_t> members;  ///< indices of the groups
    std::vector<int> places;      ///< the integer of each member, point by point
    std::optional<SortedLaw> law;
    Rational loss(const Laws& laws, size_t id) const;
  };
  using Halves = std::pair<Half, Half>;
  std::uint32_t best_split(double depth, double* longer) const;
  Half half_of(const Laws& laws, std::uint32_t members, double depth, Bits p,
               const Poll& poll) const;
  Halves split(const Laws& laws, double depth, Bits p, const Poll& poll) const;
  static double slack(const Laws& laws, const Ball& level);
  static Ball by_sum(const Laws& laws, const Real& u, bool strict, Bits p, const Poll& poll);
  static Ball by_halves(const Laws& laws, const Halves& halves, const Real& u, bool strict, Bits p,
                        const Poll& poll);

  std::vector<Group> groups_;
  using Key = std::pair<double, long>;  ///< depth and precision
  Kept<Key, Laws> laws_;
  Kept<Key, Halves> halves_;  ///< computed on first use, from laws_ of the same key
  double pruned_ = 12;
};

}  // namespace plumbline
