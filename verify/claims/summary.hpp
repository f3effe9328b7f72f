/// What the verdicts say about each method of each accountant, in bounded memory.
#pragma once

#include <array>
#include <map>
#include <string>
#include <vector>

#include "verify/claims/histogram.hpp"
#include "verify/claims/verdict_text.hpp"

namespace plumbline {

/// The worst of its sort, in a form that can be looked at again.
struct WorstLine {
  bool set = false;
  double size = 0;     ///< relative to the truth
  int rank = 0;        ///< compared before the size
  std::string place;   ///< file:line
  std::string text;    ///< what was claimed, and the truth
  std::string replay;  ///< a command that prints the certified value
};

struct Counts {
  std::array<long, 6> verdicts{};  ///< by VerdictKind
  std::array<long, 5> grades{};    ///< by ViolationGrade
  long of(VerdictKind verdict) const { return verdicts[static_cast<size_t>(verdict)]; }
  long of(ViolationGrade grade) const { return grades[static_cast<size_t>(grade)]; }
  long all() const;
};

/// Part of the claims of a row, by N or by the size of delta.
struct RegimeRow {
  Counts counts;
  LogHistogram errors;  ///< looseness of sound bounds, or |relative error| of estimates
};

/// One method of one accountant, for one kind of claim.
struct MethodRow {
  std::string tool, version, method;
  ClaimKind kind = ClaimKind::estimate;
  Counts counts;
  LogHistogram errors;      ///< as in RegimeRow
  LogHistogram violations;  ///< |relative error| of violated bounds
  long promises = 0, promises_violated = 0, promises_undecided = 0;
  WorstLine worst_violation, worst_error, worst_promise;
  LogHistogram tool_seconds, seconds;  ///< of the claims for which both are known
  std::map<int, RegimeRow> by_steps, by_delta;
};

/// The names of the regimes, by the keys of by_steps and by_delta.
std::string steps_regime_name(int regime);
std::string delta_regime_name(int regime);

class ClaimsSummary {
 public:
  void add(const JudgedLine& judged);

  /// Sorted by tool, method and kind.
  std::vector<const MethodRow*> rows() const;
  const Counts& counts() const { return counts_; }
  long unreadable() const { return unreadable_; }
  /// Claims at which certified values contradicted each other.
  long contradictions() const { return contradictions_; }
  /// Why claims were unsupported, and how many.
  const std::map<std::string, long>& unsupported() const { return unsupported_; }
  bool promise_violated() const { return promise_violated_; }
  bool promise_undecided() const { return promise_undecided_; }

 private:
  std::map<std::string, MethodRow> rows_;
  Counts counts_;
  long unreadable_ = 0;  ///< lines without a claim
  long contradictions_ = 0;
  bool promise_violated_ = false, promise_undecided_ = false;
  std::map<std::string, long> unsupported_;
};

}  // namespace plumbline
