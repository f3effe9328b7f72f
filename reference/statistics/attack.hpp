/// An attack that is judged: its counts, the limits of both errors, and claims compared with them.
#pragma once

#include "reference/arithmetic/running/effort.hpp"
#include "reference/quantities/privacy_profile.hpp"
#include "reference/statistics/attack_text.hpp"
#include "reference/statistics/one_run.hpp"
#include "reference/statistics/score_bands.hpp"
#include "reference/statistics/trial_claims.hpp"

namespace plumbline {

/// Scores as they were given: lists of numbers. Empty where the attack is no such.
struct ScoreTexts {
  std::string members, others;
};

/// A claim, judged.
struct JudgedClaim {
  Certified p_value;
  std::optional<bool> refuted;  ///< nothing where that is not decided
};

class Attack {
 public:
  /// Throws std::invalid_argument where counts are impossible, scores are not those of the text, or the
  /// threshold is not one that its rule allows.
  Attack(const AttackText& text, const ScoreTexts& scores, const Poll& poll);

  AttackKind kind() const { return text_.kind(); }
  /// Both errors are limited: audited_errors and all that follows from limits can be asked.
  bool has_limits() const;

  /// Returns the limits of trials and scores. Throws std::invalid_argument otherwise.
  ErrorLimits limits(int digits) const;
  const TrialCounts& counts() const { return counts_; }

  Certified epsilon(const Rational& delta, Direction direction, int digits) const;
  Certified mu(int digits) const;
  Certified gamma(int digits) const;  ///< of reconstructions

  /// Judges the claim of (epsilon, delta)-DP in that direction.
  JudgedClaim claim(const Rational& epsilon, const Rational& delta, Direction direction,
                    const Effort& effort) const;
  /// Judges the claim of a mechanism; of one run at that epsilon of its profile, which `judged_at` finds.
  JudgedClaim claim(PrivacyProfile profile, const std::optional<Rational>& at,
                    const Effort& effort) const;
  Rational judged_at(PrivacyProfile& profile, const Effort& effort) const;

 private:
  void read_scores(const ScoreTexts& scores, const Poll& poll);
  JudgedClaim judged(const ClaimedCurve& curve, const Effort& effort) const;
  void require(bool right, const std::string& what) const;

  AttackText text_;
  Rational error_;  ///< the probability of error; of one run shared by a list of numbers
  TrialCounts counts_;
  std::optional<ErrorBand> band_;
  ErrorShares shares_, weights_;
  ReconstructionCounts reconstruction_;
  OneRunCounts one_run_;
  OneRunBound bound_ = OneRunBound::exchange;
};

}  // namespace plumbline
