/// `plumbline claims`: reads claims, judges them on several threads, hands the verdicts on in the
/// order of the input.
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
  std::string tables;              ///< folder of promises.toml; empty: that of each file
  std::set<long> lines;            ///< only these; empty: all
  int threads = 1;
  double seconds = 60;   ///< limit for each claim
  size_t batch = 20000;  ///< claims in memory at a time
  Progress::Display progress = Progress::Display::none;
  ViolationGrade fail_on = ViolationGrade::last_digits;  ///< and what is worse
  KnownViolations* known = nullptr;                      ///< that do not fail; marked as they come
  VerdictJournal* journal = nullptr;                     ///< what is decided, and who does what
  std::istream* standard_input = nullptr;
  std::ostream* messages = nullptr;  ///< progress
};

struct ClaimsRun {
  ClaimsSummary summary;
  bool interrupted = false;
  long failed = 0;     ///< claims by which the run fails
  long apart = 0;      ///< violations that do not fail it, whatever their grade (standing.hpp)
  long known = 0;      ///< violations that are known
  double elapsed = 0;  ///< seconds
  /// Of processor time in all threads, with second paths and reading; 0 where nothing was judged now.
  double processor = 0;
  size_t lines = 0;   ///< of all files; 0 where not known
  bool part = false;  ///< of a run: a shard, in which there may be nothing
  /// Lines asked for that no file has.
  std::set<long> missing_lines;
};

/// Why the run states nothing about any accountant; empty where something was judged, or it is said
/// of each line why it was not.
std::string nothing_judged(const ClaimsRun& run);

/// Claims within a batch that are about the same composition are judged by one worker, in their
/// order, so that verdicts do not depend on the number of threads. Calls `deliver` for every line
/// that is not empty. With a journal: for those of its shard, where lines that need no certified
/// value are the first shard's; verdicts that it has are not found again. Throws std::runtime_error
/// where the journal cannot be written, and std::invalid_argument where it is to have all verdicts
/// and has not.
ClaimsRun judge_claims(const ClaimsOptions& options,
                       const std::function<void(const JudgedLine&)>& deliver);

/// 4 where certified values contradict each other; else 130 interrupted; else 2 a line could not be
/// read or is missing, or nothing was judged; else 1 a claim fails; else 3 one is undecided;
/// else 0.
int claims_exit_code(const ClaimsRun& run);

}  // namespace plumbline
