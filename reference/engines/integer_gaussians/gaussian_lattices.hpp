/// Sums of discrete Gaussians on several lattices: a table of each lattice's law, and their product
/// summed directly or by two lists of points.
#pragma once

#include <cstdint>
#include <utility>

#include "reference/arithmetic/real.hpp"
#include "reference/arithmetic/running/kept.hpp"
#include "reference/engines/half_sums.hpp"

namespace plumbline {

/// U = sum over groups of spacing times a sum of `count` discrete Gaussians of this variance, all
/// centred at 0.
class GaussianLattices {
 public:
  struct Group {
    Rational variance, spacing;
    long count;
  };
  static constexpr double kMostPoints = 4e5;  ///< of a list

  explicit GaussianLattices(std::vector<Group> groups);

  /// P(U > u) if `strict`, else P(U >= u), up to about 2^-depth. By one sum, or by two lists of
  /// points where that is long and these are not.
  Ball above(const Real& u, bool strict, double depth, Bits p, const Poll& poll);
  /// About how many terms the sum has, and how long the tables are together.
  double terms(double depth) const;
  double entries(double depth) const;
  /// So many bits below the depth points are left out of the lists; 12 if not set.
  void leave_out(double bits) {
    pruned_ = bits;
    halves_.forget();
  }
  /// About how many points the longer of the two lists has.
  double half(double depth) const;
  /// The masses of a group's sum modulo 2 reach + 1 at 0 .. reach, from J + 1 terms of their series.
  static std::vector<Ball> folded_series(const Group& group, long reach, long J, Bits p,
                                         const Poll& poll);

 private:
  struct Law {
    Rational spacing;
    long reach;                ///< of integers -reach .. reach
    std::vector<Ball> masses;  ///< folded
    std::vector<Ball> from;    ///< sums of the masses from the i-th up
    UpperBound beyond;         ///< FOLDED-GAUSSIANS
  };
  static double reach(const Group& group, double depth);
  static Law tabulate(const Group& group, double depth, Bits p, const Poll& poll);
  static std::vector<Ball> one_step(const Group& group, long reach, Bits p);
  static std::vector<Ball> many_steps(const Group& group, long reach, double depth, Bits p,
                                      const Poll& poll);
  using Laws = std::vector<Law>;  ///< the widest last
  const Laws& laws(double depth, Bits p, const Poll& poll);
  /// Points of the sums of some laws; as many numbers as there are laws say which.
  struct Half {
    std::vector<size_t> members;  ///< of the laws
    std::vector<int> places;      ///< x of each member, point by point
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
  using Key = std::pair<double, long>;  ///< depth and bits
  Kept<Key, Laws> laws_;
  Kept<Key, Halves> halves_;  ///< of the laws of the same key, where they were requested
  double pruned_ = 12;
};

}  // namespace plumbline
