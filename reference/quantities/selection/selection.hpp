/// Private selection: a base mechanism is run a random number of times and the best output is kept.
/// What is private of it, from the profile of the base alone.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "reference/quantities/extended.hpp"
#include "reference/quantities/selection/rank_weights.hpp"

namespace plumbline {

/// K runs of a base, K as in RunLaw; the outputs are ordered in any way that does not depend on the
/// data, and the best one is returned (nothing, where K = 0). The base is dominated by the profile's
/// pair (P, Q) in one order of the neighbours and by (Q, P) in the other. Forward and reverse are
/// about one of these, worst is the larger of both: not a bound for bases of which only the larger
/// profile is known, unless the pair is symmetric. Two numbers:
///
///     bound      holds for every base so dominated and every order
///     attained   is what one such base and one order has, at least
///
/// The best guarantee that follows from this lies between them.
struct SelectedValue {
  Extended bound;
  Extended attained;
};

/// One direction of a profile.
class SelectionSide;

class Selection {
 public:
  Selection(const PrivacyProfile& profile, std::shared_ptr<const RunLaw> runs,
            const Effort& effort);
  ~Selection();
  Selection(const Selection&) = delete;
  Selection& operator=(const Selection&) = delete;

  /// delta at epsilon >= 0. Throws std::invalid_argument on others.
  SelectedValue delta(const Real& epsilon);
  /// The smallest epsilon >= 0 at delta in [0, 1); at 0 that of pure privacy. Infinite where there is
  /// none.
  SelectedValue epsilon(const Rational& delta);
  /// The Renyi divergence of an order greater than 0; nothing is attained, that is, 0.
  SelectedValue renyi(const Rational& order);

 private:
  std::vector<std::unique_ptr<SelectionSide>> sides_;
};

}  // namespace plumbline
