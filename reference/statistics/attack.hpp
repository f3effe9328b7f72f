/// An attack with its verdicts: its counts, the limits of both errors, and claims compared with these limits.
#pragma once

#include "reference/arithmetic/running/effort.hpp"
#include "reference/quantities/privacy_profile.hpp"
#include "reference/statistics/attack_text.hpp"
#include "reference/statistics/one_run.hpp"
#include "reference/statistics/score_bands.hpp"
#include "reference/statistics/trial_claims.hpp"

namespace plumbline {

/// Scores in the form of the input: lists of numbers. Empty for attacks without scores.
struct ScoreTexts {
  std::string members, others;
};

/// The verdict on a claim.
struct JudgedClaim {
  Certified p_value;
  std::optional<bool> refuted;  ///< nothing if undecided
};

class Attack {
 public:
  /// Throws std::invalid_argument if counts are impossible, if the scores do not match the text, or if the rule does
  /// not permit the threshold.
  Attack(const AttackText& text, const ScoreTexts& scores, const Poll& poll);

  AttackKind kind() const { return text_.kind(); }
  /// Returns true if both errors are limited. Then audited_errors and all consequences of limits are available.
  bool has_limits() const;

  /// Returns the limits of trials or scores. Throws std::invalid_argument for other kinds of attack.
  ErrorLimits limits(int digits) const;
  const TrialCounts& counts() const { return counts_; }

  Certified epsilon(const Rational& delta, Direction direction, int digits) const;
  Certified mu(int digits) const;
  Certified gamma(int digits) const;  ///< for reconstructions

  /// Judges the claim of (epsilon, delta)-DP in that direction.
  JudgedClaim claim(const Rational& epsilon, const Rational& delta, Direction direction,
                    const Effort& effort) const;
  /// Judges the claim of a mechanism. For one run, the claim is judged at the epsilon that `judged_at` finds on its
  /// profile.
  JudgedClaim claim(PrivacyProfile profile, const std::optional<Rational>& at,
                    const Effort& effort) const;
  Rational judged_at(PrivacyProfile& profile, const Effort& effort) const;

 private:
  void read_scores(const ScoreTexts& scores, const Poll& poll);
  JudgedClaim judged(const ClaimedCurve& curve, const Effort& effort) const;
  void require(bool right, const std::string& what) const;

  AttackText text_;
  Rational error_;  ///< the error probability; for one run, divided by the length of the list
  TrialCounts counts_;
  std::optional<ErrorBand> band_;
  ErrorShares shares_, weights_;
  ReconstructionCounts reconstruction_;
  OneRunCounts one_run_;
  OneRunBound bound_ = OneRunBound::exchange;
};

}  // namespace plumbline
