/// Judges the places (kinks and linear pieces) that together decide if a discretised distribution satisfies its
/// promise.
#pragma once

#include <vector>

#include "reference/arithmetic/running/effort.hpp"
#include "reference/quantities/comparison/whole_profile.hpp"
#include "reference/quantities/privacy_profile.hpp"

namespace plumbline {

/// For each i, sums over the atoms after the first i: alternative[i] = infinite + sum of masses, null[i] = sum of mass
/// e^{-loss}.
struct AboveSums {
  std::vector<Ball> alternative, null;  ///< entry i omits the first i atoms
};

/// Returns the verdict on a shortfall: fails if certainly positive, holds if certainly not positive, open otherwise.
PlaceState place_state(const Ball& shortfall);

/// The distribution, its promise, and the profile with which it is compared. `profile` and `masses` must outlive the
/// object.
class PlaceJudge {
 public:
  PlaceJudge(PrivacyProfile& profile, const LossMasses& masses, const ProfilePromise& promise);

  /// Judges every place, in the order of losses, with the digits of the effort. Undecided places are evaluated again
  /// with twice as many digits, up to 160.
  std::vector<ProfilePlace> judge(const Effort& effort);

  /// Judges only the place with this index, in the same way.
  ProfilePlace judge_one(size_t index, const Effort& effort);

  /// Computes the sums of masses to `digits` digits, for calls of `excess`.
  void prepare(int digits) { look_with(digits); }
  /// Returns an enclosure of the largest shortfall on the piece, or at the kink, of a judged place.
  Ball excess(const ProfilePlace& place, const Effort& effort);

 private:
  void look_with(int digits);
  ProfilePlace place_of(size_t i, const Effort& effort);
  ProfilePlace total() const;
  ProfilePlace kink(size_t i, const Rational& loss, const Effort& effort);
  ProfilePlace piece(size_t j, const Effort& effort);
  std::optional<ProfilePlace> exact_piece(size_t j) const;
  bool below_chords(size_t j, const Effort& effort);
  const Ball& kink_delta(size_t i, const Effort& effort);
  ProfilePlace vertex(const Ball& alternative, const Ball& null, const Effort& effort);
  std::optional<ProfilePlace> failing_left(size_t j, const Effort& effort);
  std::optional<ProfilePlace> failing_kink(size_t j, const Effort& effort);
  bool decided_at_left_end(size_t j, const Effort& effort);
  bool decided_at_right_end(size_t j, const Effort& effort);
  std::optional<Ball> excess_at_end(size_t j, const Effort& effort);
  Ball largest_seen(size_t j, const ProfilePlace& place, const Effort& effort);
  /// Distance of a second point from the end of a piece, to estimate a slope.
  static Rational slope_distance() { return {1, 4096}; }
  Ball delta_at(const Rational& loss, const Effort& effort);
  Ball height(size_t j, const Rational& loss, const Effort& effort);
  Ball power_at(const Rational& alpha, const Effort& effort);
  Ball stated_at(size_t i, const Rational& loss) const;
  std::optional<Rational> left_end(size_t j) const;
  FailureGrade grade_of(size_t i, const Ball& shortfall) const;

  PrivacyProfile& profile_;
  const LossMasses& masses_;
  const ProfilePromise promise_;
  const LossMasses without_negative_;
  const bool has_negative_;
  size_t first_ = 0;  ///< number of atoms that are not above the first epsilon of the promise
  int searches_ = 0;
  std::vector<std::optional<Ball>> kink_deltas_;  ///< delta at the losses of the atoms, if computed
  Bits p_{256};
  AboveSums sums_, positive_sums_;
};

}  // namespace plumbline
