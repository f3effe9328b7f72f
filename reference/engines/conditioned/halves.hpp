/// A composition of steps of countably many losses alone, as two laws of approximately half the steps each:
/// all pairs of points are summed in the time of either.
#pragma once

#include <array>

#include "reference/engines/conditioned/discrete_law.hpp"
#include "reference/engines/engine.hpp"
#include "reference/engines/half_sums.hpp"

namespace plumbline::conditioned {

/// The steps in two halves; the second may be empty.
struct SplitSteps {
  std::vector<Factor> first, second;
};
SplitSteps split_steps(const std::vector<Factor>& factors);

class Halves {
 public:
  /// `poll` may throw.
  Halves(DiscreteLaw first, DiscreteLaw second, Bits p, const Poll& poll);

  /// Correct for every t; the width is what is in no pair, and what doubles and p bits do not decide.
  Ball answer(Question question, const Real& t, const Poll& poll);
  size_t points() const { return first_.places.size() + second_.places.size(); }

 private:
  struct Sums {
    Ball P, Q;            ///< masses above (below) the level
    Ball P_open, Q_open;  ///< of pairs that may be either
    Ball gain;            ///< of |Q - e^t P| over these
  };
  Sums sums(const Real& t, bool above, const Poll& poll);
  /// One of the laws, with its losses as doubles, and sorted as it was requested.
  struct Side {
    DiscreteLaw law;
    std::vector<double> places;
    std::array<std::optional<SortedLaw>, 4> sorted;
  };
  const SortedLaw& sorted(Side* side, bool under_P, bool upwards, const Poll& poll);
  double slack(const Ball& t) const;

  Side first_, second_;
  Bits p_;
  double far_ = 0;        ///< the largest place
  Ball error_{Bits{64}};  ///< at least |place - loss| of all points
};

}  // namespace plumbline::conditioned
