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

/// Limits of the work on one claim, in processor time: what is decided does not depend on how busy
/// the machine is.
struct JudgeLimits {
  double seconds = 60;
  Poll poll = [] {};  ///< throws Interrupted when the user wants to stop
};

/// The composition a claim is about; one of sigma is about the composition with that sigma. Throws
/// std::invalid_argument where it has none (unsupported, or a sigma out of range).
Composition composition_of(const Claim& claim);

/// Returns an upper bound of the Renyi divergence that a claim about runs of bounded range is about; nothing for other
/// claims.
std::optional<Ball> renyi_ceiling(const Claim& claim);

/// Judges the claims about one composition. Not thread-safe; one object for each thread.
class Judge {
 public:
  Judge(const Composition& composition, const JudgeLimits& limits);

  /// Never throws for what the claim says; throws Interrupted when limits.poll does.
  ClaimVerdict operator()(const Claim& claim);

 private:
  ClaimVerdict judged(const Claim& claim, const Poll& poll);
  ClaimVerdict with_member(const Claim& claim, const ClaimVerdict& of_all) const;
  /// About concentrated privacy: by one mechanism that has it, and by what bounds all.
  ClaimVerdict of_concentrated(const Claim& claim, const Poll& poll);
  ClaimVerdict of_class(const Claim& claim) const;
  /// Sound, by what bounds the Renyi divergences of all that the claim may be about.
  std::optional<ClaimVerdict> by_ceiling(const Claim& claim) const;
  ClaimVerdict of_infinite(const Claim& claim, const Poll& poll);
  void decide_bound(const Claim& claim, const Poll& poll, ClaimVerdict* out);
  std::optional<Truth> measure(const Claim& claim, const Poll& poll, ClaimVerdict* out);
  void remember(const Claim& claim, const Inequality& inequality, const Decision& found);
  /// The usual decision, cheap where that suffices.
  Decision decision(const Claim& claim, const Inequality& inequality, const Poll& poll);
  /// Returns the truth: no digits of a delta below e^log_enough; for a bonus only those of the
  /// quick path, if that is a few.
  std::optional<Truth> truth(const Claim& claim, int digits, const Poll& poll,
                             double log_enough = Effort{}.log_enough, bool bonus = false);
  /// The bracket of an epsilon claim's truth; null where epsilon is not found by one.
  EpsilonBracket* bracket_of(const Claim& claim);
  /// The truth where it is tiny; nothing where it is not.
  std::optional<Truth> tiny_truth(const Claim& claim);
  /// A second path to `expected`; empty if none was found.
  std::string confirm(const Inequality& inequality, Direction direction, const Decision& first,
                      const Poll& poll);
  void judge_promise(const Claim& claim, const Poll& poll, ClaimVerdict* out);

  Paths paths_;
  JudgeLimits limits_;
  std::set<std::string> given_up_;  ///< truth_keys of what was not found in time once
  double confirming_ = 0;           ///< seconds spent on second paths for the current claim
  SelectionJudge selection_;
  std::map<std::string, EpsilonBracket> brackets_;  ///< by truth_key of an epsilon >= 0
  std::map<Direction, KnownDeltas> deltas_;
  std::map<std::string, std::pair<int, Truth>>
      truths_;  ///< by truth_key, with the requested digits
};

/// The verdict on a claim that needs no certified value: unsupported, or without a number.
std::optional<ClaimVerdict> verdict_without_value(const Claim& claim);

}  // namespace plumbline
