/// Comparison of claims with certified values.
#pragma once

#include <map>
#include <set>
#include <string>

#include "reference/arithmetic/running/effort.hpp"
#include "verify/claims/claim.hpp"
#include "verify/claims/inequality.hpp"
#include "verify/claims/judging/epsilon_bracket.hpp"
#include "verify/claims/judging/paths.hpp"
#include "verify/claims/judging/selection_claim.hpp"
#include "verify/claims/verdict.hpp"

namespace plumbline {

/// Limits of the work on one claim, in processor time, so that verdicts do not depend on the load of the machine.
struct JudgeLimits {
  double seconds = 60;
  Poll poll = [] {};  ///< throws Interrupted if the user wants to stop
};

/// Returns the composition of a claim; for a claim of sigma, the composition with that sigma. Throws
/// std::invalid_argument if there is none (unsupported, or a sigma out of range).
Composition composition_of(const Claim& claim);

/// Returns an upper bound of the Renyi divergence for a claim about runs of bounded range; nothing for other claims.
std::optional<Ball> renyi_ceiling(const Claim& claim);

/// Judges the claims about one composition. Not thread-safe; one object for each thread.
class Judge {
 public:
  Judge(const Composition& composition, const JudgeLimits& limits);

  /// Judges a claim. Never throws because of the claim's content; throws Interrupted if limits.poll does.
  ClaimVerdict operator()(const Claim& claim);

 private:
  ClaimVerdict judged(const Claim& claim, const Poll& poll);
  ClaimVerdict with_member(const Claim& claim, const ClaimVerdict& of_all) const;
  /// Judges a claim about all mechanisms with a stated concentrated privacy. It uses the exact value of one such
  /// mechanism, and upper bounds for all of them.
  ClaimVerdict of_concentrated(const Claim& claim, const Poll& poll);
  ClaimVerdict of_class(const Claim& claim) const;
  /// Returns the verdict "sound" if it follows from upper bounds on the Renyi divergences of all mechanisms of the
  /// claim; nothing otherwise.
  std::optional<ClaimVerdict> by_ceiling(const Claim& claim) const;
  ClaimVerdict of_infinite(const Claim& claim, const Poll& poll);
  void decide_bound(const Claim& claim, const Poll& poll, ClaimVerdict* out);
  std::optional<Truth> measure(const Claim& claim, const Poll& poll, ClaimVerdict* out);
  void remember(const Claim& claim, const Inequality& inequality, const Decision& found);
  /// Decides the inequality by a cheap bound or on the quick path if one of these suffices, otherwise on the usual
  /// path.
  Decision decision(const Claim& claim, const Inequality& inequality, const Poll& poll);
  /// Returns the certified value to `digits` digits. A delta below e^log_enough needs no digits. If `bonus` is true,
  /// the few digits of the quick path suffice even if `digits` is larger.
  std::optional<Truth> truth(const Claim& claim, int digits, const Poll& poll,
                             double log_enough = Effort{}.log_enough, bool bonus = false);
  /// Returns the bracket of the true value of a claim about epsilon; null for other claims, and if the mass of infinite
  /// loss may be at least delta.
  EpsilonBracket* bracket_of(const Claim& claim);
  /// If the claim is about a tiny delta, returns an enclosure [0, bound] of it; otherwise nothing.
  std::optional<Truth> tiny_truth(const Claim& claim);
  /// Confirms the decision `first` by a second computation path. Returns the name of this path, or an empty text if no
  /// path confirms the decision.
  std::string confirm(const Inequality& inequality, Direction direction, const Decision& first,
                      const Poll& poll);
  void judge_promise(const Claim& claim, const Poll& poll, ClaimVerdict* out);

  Paths paths_;
  JudgeLimits limits_;
  /// The truth_key() of each value whose computation ran out of time before.
  std::set<std::string> given_up_;
  double confirming_ = 0;  ///< seconds spent on second paths for the current claim
  SelectionJudge selection_;
  std::map<std::string, EpsilonBracket> brackets_;  ///< brackets of max(0, epsilon) by truth_key
  std::map<Direction, KnownDeltas> deltas_;
  std::map<std::string, std::pair<int, Truth>>
      truths_;  ///< certified values by truth_key, with the requested digits
};

/// Returns the verdict on a claim that is unsupported or states no number, for which no certified value is needed;
/// nothing for other claims.
std::optional<ClaimVerdict> verdict_without_value(const Claim& claim);

}  // namespace plumbline
