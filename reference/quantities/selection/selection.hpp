/// Private selection: a base mechanism is run a random number of times and the best output is released.
/// The privacy of the best output is computed from the privacy profile of the base alone.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "reference/arithmetic/running/effort.hpp"
#include "reference/quantities/privacy_profile.hpp"
#include "reference/quantities/selection/rank_weights.hpp"
#include "reference/values/extended.hpp"

namespace plumbline {

/// An upper and a lower bound for K runs of a base mechanism, where K has the distribution RunLaw. The outputs are
/// ordered in any way that does not depend on the data, and the best one is released (nothing if K = 0). The two
/// numbers are
///
///     bound      an upper bound for every base with the given profile and every order of outputs
///     attained   a lower bound for one such base and one order of outputs; 0 for a guarantee about Renyi divergences,
///                because no base has the whole profile that this guarantee implies
///
/// The optimal guarantee, given only the profile of the base, lies between them.
struct SelectedValue {
  Extended bound;
  Extended attained;
};

/// Interface of the bounds on a selection.
class SelectionBounds {
 public:
  virtual ~SelectionBounds() = default;
  /// Returns delta at epsilon >= 0. Throws std::invalid_argument if epsilon is negative.
  virtual SelectedValue delta(const Real& epsilon) = 0;
  /// Returns the smallest epsilon >= 0 at delta in [0, 1), infinite if none exists. delta = 0 means pure differential
  /// privacy.
  virtual SelectedValue epsilon(const Rational& delta) = 0;
  /// Returns the Renyi divergence of an order greater than 0. The member `attained` is 0. Throws std::invalid_argument
  /// if no bound is known.
  virtual SelectedValue renyi(const Rational& order) = 0;

 protected:
  static void require_nonnegative(const Real& epsilon);
  static void require_delta(const Rational& delta);
};

/// The hypothesis about the base mechanism.
///
///     ordered_pairs    the base is dominated by the profile's pair (P, Q) in one order of the neighbours and by
///                      (Q, P) in the other. Forward and reverse refer to one of these orders, worst refers to the
///                      larger of both.
///     larger_profile   in each order of the neighbours, the profile of the base is at most the larger of the profiles
///                      of (P, Q) and (Q, P).
///
/// `larger_profile` covers more bases, and its bound may be larger. For a symmetric pair, both bounds are equal.
enum class BaseKnown { ordered_pairs, larger_profile };

/// Computes the bounds for one direction of a profile (selection_side.hpp).
class SelectionSide;

class Selection final : public SelectionBounds {
 public:
  Selection(const PrivacyProfile& profile, std::shared_ptr<const RunLaw> runs, const Effort& effort,
            BaseKnown known = BaseKnown::ordered_pairs);
  ~Selection() override;
  Selection(const Selection&) = delete;
  Selection& operator=(const Selection&) = delete;

  SelectedValue delta(const Real& epsilon) override;
  /// Computes only the upper bound on delta, which is cheaper than both numbers.
  Extended delta_bound(const Real& epsilon);
  SelectedValue epsilon(const Rational& delta) override;
  /// Throws std::invalid_argument if only the larger profile is known.
  SelectedValue renyi(const Rational& order) override;

 private:
  void add_sides();
  /// Returns the larger result of the directions. For a guarantee about Renyi divergences, the bound is never larger
  /// than the bound for releasing the outputs of all runs. If the time ends before the directions are complete, the
  /// latter bound is returned.
  template <class Sides, class AllRuns>
  SelectedValue best_of(const Sides& sides, const AllRuns& all_runs);

  PrivacyProfile profile_;
  std::shared_ptr<const RunLaw> runs_;
  Effort effort_;
  BaseKnown known_;
  /// Composition of the maximum number of runs, if the base has a guarantee about Renyi divergences.
  std::optional<PrivacyProfile> all_;
  std::vector<std::unique_ptr<SelectionSide>> sides_;
};

}  // namespace plumbline
