/// What the verdicts say about each method of each accountant, in bounded memory: counts, and the
/// lines that people will want to see.
#pragma once

#include <array>
#include <map>
#include <string>
#include <vector>

#include "verify/claims/histogram.hpp"
#include "verify/claims/releases.hpp"
#include "verify/claims/shown.hpp"
#include "verify/claims/standing.hpp"

namespace plumbline {

/// A line that can be looked at again.
struct KeptLine {
  ViolationGrade grade = ViolationGrade::none;
  double size = 0;  ///< of the error, relative to the truth; of a broken promise absolute
  ShownClaim shown;
};

/// The worst lines of a sort, the worst first: the higher grade, then the larger error.
class KeptLines {
 public:
  void add(KeptLine line);
  bool empty() const { return lines_.empty(); }
  const KeptLine& worst() const { return lines_.front(); }
  const std::vector<KeptLine>& lines() const { return lines_; }
  /// How many more there were.
  long left_out() const { return left_out_; }

 private:
  std::vector<KeptLine> lines_;
  long left_out_ = 0;
};

struct Counts {
  std::array<long, 6> verdicts{};  ///< by VerdictKind
  std::array<long, 5> grades{};    ///< by ViolationGrade, as they count (grade_that_counts)
  void add(const ClaimVerdict& verdict, ClaimStanding standing);
  long of(VerdictKind verdict) const { return verdicts[static_cast<size_t>(verdict)]; }
  long of(ViolationGrade grade) const { return grades[static_cast<size_t>(grade)]; }
  long all() const;
};

/// Part of the claims of a row, by N or by the size of delta.
struct RegimeRow {
  Counts counts;
  LogHistogram errors;  ///< looseness of sound bounds, or |relative error| of estimates
};

/// One method of one release of an accountant, for one kind of claim and one way in which it counts.
struct MethodRow {
  std::string tool, version, method;
  ClaimKind kind = ClaimKind::estimate;
  ClaimStanding standing = ClaimStanding::documented;
  Counts counts;
  LogHistogram errors;      ///< as in RegimeRow
  LogHistogram violations;  ///< |relative error| of violated bounds
  long promises = 0, promises_violated = 0, promises_undecided = 0;
  KeptLines violated;                  ///< bounds
  KeptLines broken_promises;           ///< stated errors of estimates
  KeptLines by_tolerance;              ///< bounds that hold because of their tolerance alone
  LogHistogram tool_seconds, seconds;  ///< of the claims for which both are known
  std::map<int, RegimeRow> by_steps, by_delta;
};

/// The answers that rest on one entry of promises.toml and are not in the headline.
struct ApartRow {
  Basis basis;
  ClaimStanding standing = ClaimStanding::reading;
  Counts counts;
};

/// The names of the regimes, by the keys of by_steps and by_delta.
std::string steps_regime_name(int regime);
std::string delta_regime_name(int regime);

class ClaimsSummary {
 public:
  void add(const JudgedLine& judged);

  /// Sorted by tool, version, method and kind; what counts apart behind what is in the headline.
  std::vector<const MethodRow*> rows() const;
  /// Of all claims, and of those that count so.
  Counts counts() const;
  const Counts& counts(ClaimStanding standing) const {
    return counts_[static_cast<size_t>(standing)];
  }
  /// What is not in the headline, by the promise it rests on: its words, and what became of it.
  const std::map<std::string, ApartRow>& apart() const { return apart_; }
  long unreadable() const { return unreadable_; }
  /// Claims at which certified values contradicted each other.
  long contradictions() const { return contradictions_; }
  /// Why claims were unsupported, and how many.
  const std::map<std::string, long>& unsupported() const { return unsupported_; }
  /// What releases of one tool changed, where they were asked the same.
  const ReleaseChanges& releases() const { return releases_; }
  bool promise_undecided() const { return promise_undecided_; }

 private:
  MethodRow& row_of(const Claim& claim, ClaimStanding standing);
  void add_apart(const Claim& claim, const ClaimVerdict& verdict, ClaimStanding standing);

  std::map<std::string, MethodRow> rows_;
  std::array<Counts, kStandings> counts_;
  std::map<std::string, ApartRow> apart_;
  long unreadable_ = 0;  ///< lines without a claim
  long contradictions_ = 0;
  bool promise_undecided_ = false;
  std::map<std::string, long> unsupported_;
  ReleaseChanges releases_;
};

}  // namespace plumbline
