/// The verdicts about each method of each accountant, in bounded memory: counts, and the worst.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "verify/claims/results/histogram.hpp"
#include "verify/claims/results/shown.hpp"
#include "verify/claims/results/standing.hpp"

namespace plumbline {

/// The worst line of one kind, compared by grade, then by error.
struct WorstLine {
  ViolationGrade grade = ViolationGrade::none;
  double size = 0;  ///< of the error, relative to the truth; of a broken promise absolute
  ShownClaim shown;
};

struct Counts {
  std::array<long, 6> verdicts{};  ///< by VerdictKind
  std::array<long, 6> grades{};    ///< by ViolationGrade, as they count (grade_that_counts)
  void add(const ClaimVerdict& verdict, ClaimStanding standing);
  long of(VerdictKind verdict) const { return verdicts[static_cast<size_t>(verdict)]; }
  long of(ViolationGrade grade) const { return grades[static_cast<size_t>(grade)]; }
  long all() const;
};

/// One method of one release of an accountant, for one kind of claim and one way in which it counts.
struct MethodRow {
  std::string tool, version, method;
  ClaimKind kind = ClaimKind::estimate;
  ClaimStanding standing = ClaimStanding::documented;
  Counts counts;
  LogHistogram errors;  ///< looseness of sound bounds, or |relative error| of estimates
  long promises = 0, promises_violated = 0;
  long by_tolerance = 0;                     ///< bounds that hold because of their tolerance alone
  long says_nothing = 0;                     ///< bounds that hold trivially, for every truth
  long at_doubles = 0;                       ///< violated, but sound at the nearest doubles
  std::optional<WorstLine> violated;         ///< of bounds
  std::optional<WorstLine> broken_promises;  ///< of stated errors of estimates
  LogHistogram tool_seconds, seconds;        ///< of the claims for which both are known
};

class ClaimsSummary {
 public:
  void add(const JudgedLine& judged);

  /// Sorted by tool, version, method and kind; methods that are counted apart follow those in the headline.
  std::vector<const MethodRow*> rows() const;
  /// Returns the counts of all claims, and of those that count so.
  Counts counts() const;
  const Counts& counts(ClaimStanding standing) const {
    return counts_[static_cast<size_t>(standing)];
  }
  long unreadable() const { return unreadable_; }
  /// Claims at which certified values contradicted each other.
  long contradictions() const { return contradictions_; }
  bool promise_undecided() const { return promise_undecided_; }

 private:
  MethodRow& row_of(const Claim& claim, ClaimStanding standing);

  std::map<std::string, MethodRow> rows_;
  std::array<Counts, kStandings> counts_;
  long unreadable_ = 0;  ///< lines without a claim
  long contradictions_ = 0;
  bool promise_undecided_ = false;
};

}  // namespace plumbline
