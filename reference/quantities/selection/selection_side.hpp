/// Bounds on private selection, computed from one direction of the privacy profile of the base mechanism.
#pragma once

#include <map>
#include <optional>

#include "reference/arithmetic/running/effort.hpp"
#include "reference/composition/composition.hpp"
#include "reference/quantities/selection/selection.hpp"
#include "reference/quantities/selection/worst_base.hpp"

namespace plumbline {

/// Returns true if a factor of the composition is only a guarantee about Renyi divergences. Then no pair attains the
/// whole profile.
bool is_stated_by_orders(const Composition& composition);
/// Returns the base composed with itself as often as the maximum number of runs; nothing if the number of runs is
/// unbounded or always 0.
std::optional<Composition> all_runs_of(const Composition& base, const RunLaw& runs);

class SelectionSide {
 public:
  SelectionSide(const PrivacyProfile& profile, std::shared_ptr<const RunLaw> runs,
                const Effort& effort);

  SelectedValue delta(const Real& epsilon);
  Certified delta_bound(const Real& epsilon);
  SelectedValue epsilon(const Rational& delta);
  SelectedValue pure();
  SelectedValue renyi(const Rational& order);

  std::string engine() const { return profile_.engine_name(); }

 private:
  /// `factor` times the hockey-stick divergence of the base at epsilon + `shift`.
  struct Term {
    Ball shift, factor;
  };
  /// bound() encloses the upper bound on delta, and attained() encloses the delta that one base attains.
  Ball bound(const Real& epsilon, int digits);
  Ball attained(const Real& epsilon);
  void find_largest_loss();
  void find_terms();
  /// Sets all_, the profile of the maximum number of runs, if the number of runs is bounded and the profile has one
  /// direction (forward or reverse).
  void find_all_runs();
  std::optional<Ball> delta_of_all(const Real& epsilon, int digits);
  std::optional<Ball> pure_bound() const;
  Ball envelope(const Ball& rho, double* at) const;
  double last_shift(double first) const;
  Ball profile_at(const Real& epsilon, const Ball& shift, int digits);
  std::optional<Ball> renyi_bound(const Rational& order) const;
  std::optional<Ball> renyi_of_all(const Rational& order) const;
  std::optional<Ball> attained_root(const Rational& delta, double start);
  std::vector<BasePoint> tail_points(const Real& epsilon);

  PrivacyProfile profile_;
  std::optional<PrivacyProfile> all_;
  bool is_stated_;  ///< is_stated_by_orders(): no base attains the whole profile
  Effort effort_;
  Bits bits_;
  RankWeights weights_;
  std::optional<Ball> largest_loss_;  ///< largest loss of the base, if no loss is infinite
  std::optional<Ball> log_ratio_;     ///< an exact upper bound of the log of the largest ratio of
                                      ///< weights
  std::vector<Term> terms_;
  /// The part of the bound SELECTION for density ratios below the first shift: a multiple of the total mass of q. It
  /// comes from a chord (a straight line that begins at 0) that bounds Phi there.
  Ball constant_;
};

}  // namespace plumbline
