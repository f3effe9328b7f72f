/// Engine "integer_gaussians": products of discrete Gaussians whose losses have no common lattice, or
/// one that is too fine. The law of each lattice is tabulated, and the last of them is summed over
/// beforehand: what is left is one short sum.
#pragma once

#include "reference/engines/engine.hpp"

namespace plumbline {

/// U = sum over groups of spacing times a sum of `count` discrete Gaussians of this variance, all
/// centred at 0.
class GaussianLattices {
 public:
  struct Group {
    Rational variance, spacing;
    long count;
  };
  explicit GaussianLattices(std::vector<Group> groups) : groups_(std::move(groups)) {}

  /// P(U > u) if `strict`, else P(U >= u), up to about 2^-depth.
  Ball above(const Real& u, bool strict, double depth, Bits p, const Poll& poll);
  /// About how many terms the sum has, and how long the tables are together.
  double terms(double depth) const;
  double entries(double depth) const;
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
  const std::vector<Law>& laws(double depth, Bits p, const Poll& poll);

  std::vector<Group> groups_;
  std::vector<Law> laws_;  ///< the longest last
  double depth_ = 0;
  long bits_ = 0;
};

std::string integer_gaussians_refusal(const Composition& composition);
bool integer_gaussians_preferred(const Composition& composition);
std::unique_ptr<Engine> make_integer_gaussians(const Composition& composition);

}  // namespace plumbline
