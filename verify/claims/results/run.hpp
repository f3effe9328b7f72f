/// `plumbline claims`: reads claims, judges them on several threads and delivers the verdicts in the order of the
/// input.
#pragma once

#include <functional>
#include <istream>
#include <ostream>
#include <set>
#include <string>
#include <vector>

#include "verify/base/progress.hpp"
#include "verify/claims/results/known.hpp"
#include "verify/claims/results/summary.hpp"
#include "verify/claims/results/verdict_journal.hpp"

namespace plumbline {

struct ClaimsOptions {
  std::vector<std::string> files;  ///< `-` is standard input
  std::string tables;              ///< folder of promises.toml; empty: the folder of each file
  std::set<long> lines;            ///< judge only these lines; empty: all lines
  int threads = 1;
  double seconds = 60;   ///< limit for each claim
  size_t batch = 20000;  ///< claims in memory at a time
  Progress::Display progress = Progress::Display::none;
  ViolationGrade fail_on = ViolationGrade::last_digits;  ///< smallest grade that fails the run
  KnownViolations* known = nullptr;   ///< known violations, which do not fail the run; those that
                                      ///< occur are marked
  VerdictJournal* journal = nullptr;  ///< stored verdicts, and the assignment of claims to shards
  std::istream* standard_input = nullptr;
  std::ostream* messages = nullptr;  ///< stream for progress messages
};

struct ClaimsRun {
  ClaimsSummary summary;
  bool interrupted = false;
  long failed = 0;  ///< claims that fail the run
  long apart = 0;   ///< violations outside the headline (standing.hpp), which do not fail the run
  long known = 0;   ///< violations that are known in advance
  double elapsed = 0;  ///< seconds
  /// Processor time in all threads, including the reading of the files and the computations that confirm violations; 0
  /// if nothing was judged in this run.
  double processor = 0;
  size_t lines = 0;   ///< lines of all files; 0 if unknown
  bool part = false;  ///< the run is a shard, which may be empty
  /// Requested line numbers that no file has.
  std::set<long> missing_lines;
};

/// Returns a message if no claim was judged, so that the run states nothing about any accountant. Empty otherwise, and
/// if other messages explain it: the run was interrupted, is a shard, or has only unreadable or missing lines.
std::string nothing_judged(const ClaimsRun& run);

/// Judges claims. One worker judges all claims of a batch about the same composition, in their order, so that
/// verdicts do not depend on the number of threads. Calls `deliver` for every line that is not empty. With a journal,
/// judges only the lines of its shard (the first shard contains the lines that need no certified value) and reuses
/// stored verdicts. Throws std::runtime_error if the journal cannot be written, and std::invalid_argument if the
/// journal must be complete and is not.
ClaimsRun judge_claims(const ClaimsOptions& options,
                       const std::function<void(const JudgedLine&)>& deliver);

/// Returns 4 if certified values contradict each other; else 130 if interrupted; else 2 if a line cannot be read or is
/// missing, or nothing was judged; else 1 if a claim fails; else 3 if one is undecided; else 0.
int claims_exit_code(const ClaimsRun& run);

/// Returns the result as JSON from which shields.io draws a badge (https://shields.io/badges/endpoint-badge).
std::string claims_badge(const ClaimsRun& run);

}  // namespace plumbline
