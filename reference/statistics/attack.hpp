/// An attack: its counts, the confidence limits of both error rates, and the verdicts on claims that follow from the
/// counts.
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
  /// Returns true if limits() is available. This is so for attacks by trials and by scores, which have two error rates.
  bool has_limits() const;

  /// Returns the confidence limits of both error rates. Throws std::invalid_argument unless the attack is trials or
  /// scores.
  ErrorLimits limits(int digits) const;
  const TrialCounts& counts() const { return counts_; }

  Certified epsilon(const Rational& delta, Direction direction, int digits) const;
  Certified mu(int digits) const;
  Certified gamma(int digits) const;  ///< only for reconstruction attacks

  /// Judges the claim of (epsilon, delta)-DP in that direction.
  JudgedClaim claim(const Rational& epsilon, const Rational& delta, Direction direction,
                    const Effort& effort) const;
  /// Judges the claim that the attacked mechanism has a privacy profile of at most `profile`. For one run, `at` is the
  /// epsilon of the profile at which the claim is judged (judged_at()).
  JudgedClaim claim(PrivacyProfile profile, const std::optional<Rational>& at,
                    const Effort& effort) const;
  Rational judged_at(PrivacyProfile& profile, const Effort& effort) const;

 private:
  void read_scores(const ScoreTexts& scores, const Poll& poll);
  JudgedClaim judged(const ClaimedCurve& curve, const Effort& effort) const;
  void require(bool right, const std::string& what) const;

  AttackText text_;
  /// The error probability. For an audit of one run it is divided by the number of candidates (check_candidates()).
  Rational error_;
  TrialCounts counts_;
  std::optional<ErrorBand> band_;
  ErrorShares shares_, weights_;
  ReconstructionCounts reconstruction_;
  OneRunCounts one_run_;
  OneRunBound bound_ = OneRunBound::exchange;
};

}  // namespace plumbline
