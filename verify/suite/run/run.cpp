#include "verify/suite/run/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <iostream>
#include <map>
#include <stdexcept>
#include <thread>

#include "reference/arithmetic/running/stopwatch.hpp"
#include "reference/arithmetic/running/thread.hpp"
#include "verify/base/interrupt.hpp"
#include "verify/suite/cases/case_writer.hpp"
#include "verify/suite/run/longest_first.hpp"

namespace plumbline {
namespace {

namespace fs = std::filesystem;

CaseLimits limits_of(const SuiteOptions& options) {
  CaseLimits limits;
  if (options.timeout_seconds) {
    limits.timed_out = [watch = Stopwatch(), most = *options.timeout_seconds] {
      return watch.seconds() > most;
    };
  }
  limits.poll = [timed_out = limits.timed_out] {
    if (InterruptGuard::interrupted() || timed_out()) throw Interrupted{};
  };
  return limits;
}

/// The data that the workers share.
struct Work {
  const std::vector<PlannedCase>& cases;
  const SuiteOptions& options;
  CaseWriter& writer;
  const std::vector<size_t> order;
  std::atomic<size_t> next{0};
  std::atomic<bool> failed{false};
  std::mutex mutex;
  std::string failure;  ///< the reason why results could not be written
};

/// Runs cases in one worker until no case is left, the user interrupts, or writing fails.
void work_on(Work& work) {
  const auto go_on = [&] { return !InterruptGuard::interrupted() && !work.failed; };
  for (size_t i = work.next++; i < work.cases.size() && go_on(); i = work.next++) {
    const PlannedCase& planned = work.cases[work.order[i]];
    work.writer.starting(planned.content);
    try {
      const Stopwatch watch;
      const CaseLimits limits = limits_of(work.options);
      CaseOutcome outcome = run_case(planned.content, limits);
      work.writer.deliver(planned, std::move(outcome), watch.seconds(), limits.timed_out());
    } catch (const Interrupted&) {
      break;
    } catch (const std::runtime_error& e) {
      const std::lock_guard<std::mutex> lock(work.mutex);
      work.failed = true;
      work.failure = e.what();
    }
  }
}

/// Runs all cases. Throws std::runtime_error if results cannot be written.
void run_all(const std::vector<PlannedCase>& cases, const SuiteOptions& options,
             CaseWriter& writer) {
  Work work{cases, options, writer, longest_first(cases), {}, {}, {}, {}};
  std::vector<std::thread> workers;
  for (int i = 0; i < std::max(1, options.threads); ++i) {
    workers.emplace_back([&] {
      const WorkerScope worker;
      work_on(work);
    });
  }
  for (std::thread& worker : workers) worker.join();
  if (work.failed) throw std::runtime_error(work.failure);
}

/// Removes from `todo` the cases for which an earlier run has final answers, and returns the finished cases.
std::vector<FinishedCase> keep_finished(const fs::path& out, std::vector<PlannedCase>* todo) {
  std::map<std::string, FinishedCase> finished;
  for (FinishedCase& c : read_journal(out)) {
    if (!c.late && c.problems.empty()) finished[c.key] = std::move(c);
  }
  std::vector<FinishedCase> kept;
  std::vector<PlannedCase> rest;
  for (PlannedCase& planned : *todo) {
    const auto found = finished.find(planned.key);
    if (found == finished.end()) {
      rest.push_back(std::move(planned));
      continue;
    }
    kept.push_back(std::move(found->second));
    kept.back().index = planned.index;  // the index changes if earlier cases are new or removed
    kept.back().line = planned.content.line;
  }
  *todo = std::move(rest);
  return kept;
}

RunFacts facts_of(const SuiteOptions& options, const SuiteInput& input) {
  RunFacts facts;
  for (const fs::path& path : options.paths) facts.paths.push_back(path.generic_string());
  facts.files = input.files;
  facts.cases = input.cases.size();
  facts.suite_cases = input.suite_cases;
  facts.suite = input.suite;
  facts.shard = options.shard;
  for (const Problem& problem : input.problems) facts.input_problems.push_back(problem.text());
  facts.threads = std::max(1, options.threads);
  return facts;
}

/// Renames results.jsonl of a finished run to previous.jsonl, so that the changes from that run to the next one can be
/// reported.
void keep_previous(const fs::path& out) {
  std::error_code ignored;
  if (fs::exists(out / "run.json", ignored)) {
    fs::rename(out / "results.jsonl", out / "previous.jsonl", ignored);
  }
}

int run(const SuiteOptions& options, std::ostream& messages) {
  const Stopwatch watch;
  std::optional<Baseline> baseline;  // read first, so that a wrong name is detected before the work
  if (options.baseline.compare_with) baseline = read_baseline(*options.baseline.compare_with);
  SuiteInput input = read_suite(options.paths, options.shard);
  for (const Problem& problem : input.problems) messages << problem.text() << '\n';
  // A misspelt name must not delete the results of the last run.
  if (input.cases.empty() && !input.problems.empty()) return kBadInput;
  RunFacts facts = facts_of(options, input);
  const InterruptGuard guard;
  std::vector<FinishedCase> kept;
  if (options.resume) kept = keep_finished(options.out, &input.cases);
  facts.resumed = kept.size();
  if (!options.resume) keep_previous(options.out);
  Journal journal(options.out, kept);
  std::error_code ignored;
  fs::remove(options.out / "run.json",
             ignored);  // the file of an earlier run is not about this run
  Progress progress(messages, options.progress, input.cases.size());
  CaseWriter writer(journal, std::move(kept), messages, progress);
  run_all(input.cases, options, writer);
  progress.clear();
  facts.interrupted = InterruptGuard::interrupted();
  const std::vector<FinishedCase>& finished = writer.finish();
  facts.seconds = watch.seconds();
  return conclude(options.out, facts, finished, options.baseline, baseline, messages);
}

}  // namespace

int run_suite(const SuiteOptions& options) {
  std::ostream& messages = options.messages != nullptr ? *options.messages : std::cerr;
  return refusing([&] { return run(options, messages); }, messages);
}

}  // namespace plumbline
