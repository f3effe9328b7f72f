/// Splits a composition of steps with countably many losses into two distributions of approximately half the steps
/// each. The sum over all pairs of points, one from each distribution, takes time proportional to the lengths of the
/// lists.
#pragma once

#include <array>

#include "reference/engines/conditioned/discrete_law.hpp"
#include "reference/engines/engine.hpp"
#include "reference/engines/half_sums.hpp"

namespace plumbline::conditioned {

/// The steps, divided into two halves. The second half may be empty.
struct SplitSteps {
  std::vector<Factor> first, second;
};
SplitSteps split_steps(const std::vector<Factor>& factors);

class Halves {
 public:
  /// Constructs the halves; `poll` may throw.
  Halves(DiscreteLaw first, DiscreteLaw second, Bits p, const Poll& poll);

  /// Returns an enclosure of the answer, correct for every t. Its width covers the mass that is not in the lists, and
  /// the pairs of points for which neither doubles nor p bits decide on which side of t their loss lies.
  Ball answer(Question question, const Real& t, const Poll& poll);
  size_t points() const { return first_.places.size() + second_.places.size(); }

 private:
  struct Sums {
    Ball P, Q;            ///< masses of the pairs above (or below) t
    Ball P_open, Q_open;  ///< masses of undecided pairs
    Ball gain;            ///< sum of |Q - e^t P| over the undecided pairs
  };
  Sums sums(const Real& t, bool above, const Poll& poll);
  /// One of the distributions, with its losses as doubles; sorted on first use.
  struct Side {
    DiscreteLaw law;
    std::vector<double> places;
    std::array<std::optional<SortedLaw>, 4> sorted;
  };
  const SortedLaw& sorted(Side* side, bool under_P, bool upwards, const Poll& poll);
  double slack(const Ball& t) const;

  Side first_, second_;
  Bits p_;
  double far_ = 0;        ///< the largest |place|
  Ball error_{Bits{64}};  ///< upper bound of |place - loss| over all points
};

}  // namespace plumbline::conditioned
