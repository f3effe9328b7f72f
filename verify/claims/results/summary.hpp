/// The verdicts about each method of each accountant, in bounded memory: counts and the worst lines.
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
  double size = 0;  ///< size of the error relative to the certified value; absolute for a broken
                    ///< promise
  ShownClaim shown;
};

struct Counts {
  std::array<long, 6> verdicts{};  ///< by VerdictKind
  /// By ViolationGrade. For a verdict in the headline, the grade is that of grade_that_counts().
  std::array<long, 6> grades{};
  void add(const ClaimVerdict& verdict, ClaimStanding standing);
  long of(VerdictKind verdict) const { return verdicts[static_cast<size_t>(verdict)]; }
  long of(ViolationGrade grade) const { return grades[static_cast<size_t>(grade)]; }
  long all() const;
};

/// The results of one method of one release of an accountant, for one kind of claim and one way of counting.
struct MethodRow {
  std::string tool, version, method;
  ClaimKind kind = ClaimKind::estimate;
  ClaimStanding standing = ClaimStanding::documented;
  Counts counts;
  LogHistogram errors;  ///< looseness of sound bounds, or |relative error| of estimates
  long promises = 0, promises_violated = 0;
  long by_tolerance = 0;  ///< bounds that hold only because of their tolerance
  long says_nothing = 0;  ///< bounds that hold trivially, for every true value
  long at_doubles = 0;    ///< violated at the decimals, but sound at the nearest doubles
  std::optional<WorstLine> violated;         ///< worst violated bound
  std::optional<WorstLine> broken_promises;  ///< worst estimate that misses its stated error
  LogHistogram tool_seconds, seconds;        ///< for the claims that have both times
};

class ClaimsSummary {
 public:
  void add(const JudgedLine& judged);

  /// Returns the rows sorted by tool, version, method and kind. Rows in the headline (standing.hpp) precede other rows
  /// of the same method and kind.
  std::vector<const MethodRow*> rows() const;
  /// Return the counts of all claims, and of the claims that are counted in the way `standing`.
  Counts counts() const;
  const Counts& counts(ClaimStanding standing) const {
    return counts_[static_cast<size_t>(standing)];
  }
  long unreadable() const { return unreadable_; }
  /// Returns the number of claims for which certified values contradicted each other.
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
