/// Private selection: a base mechanism is run a random number of times and the best output is kept.
/// What is private of it, from the profile of the base alone.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "reference/engines/effort.hpp"
#include "reference/quantities/extended.hpp"
#include "reference/quantities/selection/rank_weights.hpp"

namespace plumbline {

/// K runs of a base, K as in RunLaw; the outputs are ordered in any way that does not depend on the
/// data, and the best one is returned (nothing, where K = 0). Two numbers:
///
///     bound      holds for every base so dominated and every order
///     attained   is what one such base and one order has, at least
///
/// The best guarantee that follows from this lies between them.
struct SelectedValue {
  Extended bound;
  Extended attained;
};

/// Questions that bounds on a selection answer.
class SelectionBounds {
 public:
  virtual ~SelectionBounds() = default;
  /// delta at epsilon >= 0. Throws std::invalid_argument on others.
  virtual SelectedValue delta(const Real& epsilon) = 0;
  /// The smallest epsilon >= 0 at delta in [0, 1); at 0 that of pure privacy. Infinite where there is
  /// none.
  virtual SelectedValue epsilon(const Rational& delta) = 0;
  /// The Renyi divergence of an order greater than 0; nothing is attained, that is, 0. Throws
  /// std::invalid_argument where nothing is known of it.
  virtual SelectedValue renyi(const Rational& order) = 0;

 protected:
  static void require_nonnegative(const Real& epsilon);
  static void require_delta(const Rational& delta);
};

/// What is known of the base.
///
///     ordered_pairs    it is dominated by the profile's pair (P, Q) in one order of the neighbours and
///                      by (Q, P) in the other. Forward and reverse are about one of these, worst is
///                      the larger of both.
///     larger_profile   in each order of the neighbours its profile is at most the larger of the two.
///
/// The second covers more bases, and may need more; for a symmetric pair there is no difference.
enum class BaseKnown { ordered_pairs, larger_profile };

/// One direction of a profile.
class SelectionSide;

class Selection final : public SelectionBounds {
 public:
  Selection(const PrivacyProfile& profile, std::shared_ptr<const RunLaw> runs, const Effort& effort,
            BaseKnown known = BaseKnown::ordered_pairs);
  ~Selection() override;
  Selection(const Selection&) = delete;
  Selection& operator=(const Selection&) = delete;

  SelectedValue delta(const Real& epsilon) override;
  /// Its bound alone, for less: what is attained is not looked for.
  Extended delta_bound(const Real& epsilon);
  SelectedValue epsilon(const Rational& delta) override;
  /// Nothing is known of it where only the larger profile is.
  SelectedValue renyi(const Rational& order) override;

 private:
  BaseKnown known_;
  std::vector<std::unique_ptr<SelectionSide>> sides_;
};

}  // namespace plumbline
