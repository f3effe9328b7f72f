#include "verify/claims/results/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <ctime>
#include <iostream>
#include <mutex>
#include <thread>

#include "reference/arithmetic/contradiction.hpp"
#include "reference/arithmetic/running/stopwatch.hpp"
#include "reference/arithmetic/running/thread.hpp"
#include "verify/base/interrupt.hpp"
#include "verify/base/progress.hpp"
#include "verify/claims/claim_quantity.hpp"
#include "verify/claims/judging/judge.hpp"
#include "verify/claims/judging/nearest_doubles.hpp"
#include "verify/claims/reading/source.hpp"
#include "verify/claims/results/claim_batch.hpp"
#include "verify/claims/results/standing.hpp"

namespace plumbline {
namespace {

using Clock = std::chrono::steady_clock;

/// Delivers finished lines in order; one thread at a time.
class Delivery {
 public:
  Delivery(const std::function<void(const JudgedLine&)>& deliver, const ClaimsOptions& options,
           ClaimsRun& run, Progress& progress)
      : deliver_(deliver), options_(options), run_(run), progress_(progress) {}

  void start(ClaimBatch& batch) {
    batch_ = &batch;
    next_ = 0;
    flush();
  }

  void flush() {
    const std::lock_guard<std::mutex> lock(mutex_);
    for (; next_ < batch_->lines.size() && batch_->done[next_]; ++next_) pass_on(next_);
    if (Clock::now() < shown_ + std::chrono::milliseconds(100)) return;
    shown_ = Clock::now();
    progress_.show(static_cast<size_t>(run_.summary.counts().all()), "claims judged");
  }

  /// Delivers the finished lines after the first unfinished one, when the run is interrupted.
  void finish() {
    for (; next_ < batch_->lines.size(); ++next_) {
      if (batch_->done[next_]) pass_on(next_);
    }
  }

 private:
  void pass_on(size_t i) {
    JudgedLine& judged = batch_->lines[i];
    if (batch_->elsewhere[i]) return;
    judged.outcome = outcome_of(judged);
    run_.failed += judged.outcome == ClaimOutcome::failed ? 1 : 0;
    run_.apart += judged.outcome == ClaimOutcome::apart ? 1 : 0;
    run_.known += judged.outcome == ClaimOutcome::known ? 1 : 0;
    run_.summary.add(judged);
    deliver_(judged);
    judged = {};  // release the text
  }

  ClaimOutcome outcome_of(const JudgedLine& judged) const {
    const ClaimVerdict& v = judged.verdict;
    ViolationGrade grade = judged.line.claim ? grade_of_failure(v) : ViolationGrade::none;
    if (grade != ViolationGrade::none) {
      if (standing_of(judged) != ClaimStanding::documented) return ClaimOutcome::apart;
      if (options_.known != nullptr && options_.known->has(judged)) return ClaimOutcome::known;
      if (grade == v.grade) grade = grade_that_counts(v);
      if (grade >= options_.fail_on) return ClaimOutcome::failed;
      return v.no_number ? ClaimOutcome::not_judged : ClaimOutcome::passed;
    }
    const bool judged_at_all =
        v.verdict == VerdictKind::sound || v.verdict == VerdictKind::estimate;
    return judged_at_all ? ClaimOutcome::passed : ClaimOutcome::not_judged;
  }

  const std::function<void(const JudgedLine&)>& deliver_;
  const ClaimsOptions& options_;
  ClaimsRun& run_;
  Progress& progress_;
  std::mutex mutex_;
  ClaimBatch* batch_ = nullptr;
  size_t next_ = 0;
  Clock::time_point shown_{};
};

/// The data that the workers share.
struct Workers {
  ClaimBatch& batch;
  const JudgeLimits& limits;
  Delivery& delivery;
  VerdictJournal* journal;
  std::atomic<size_t> next{0};
  std::mutex mutex;
  std::string failure;  ///< the reason why the journal could not be written
};

/// Stores a verdict in the journal; returns false if the journal cannot be written.
bool keep(const JudgedLine& judged, Workers& shared) {
  if (shared.journal == nullptr) return true;
  try {
    shared.journal->append(judged);
    return true;
  } catch (const std::runtime_error& e) {
    const std::lock_guard<std::mutex> lock(shared.mutex);
    shared.failure = e.what();
    return false;
  }
}

/// If the answer is violated, judges the answers of other installations to the same question and stores these verdicts.
/// The verdict on the violated answer itself is also stored if its installation is known.
void ask_elsewhere(const Workers& shared, Judge& judge, JudgedLine* judged) {
  ClaimVerdict& v = judged->verdict;
  if (v.verdict != VerdictKind::violated || judged->line.again.empty()) return;
  const std::string& own = judged->line.claim->installation;
  if (!own.empty()) v.elsewhere.push_back({own, v.verdict, v.grade});
  for (const auto& claim : judged->line.again) {
    // A claim of sigma is about the composition with that sigma, so it cannot use the judge of another composition.
    const ClaimVerdict found =
        is_open(*claim) ? Judge(composition_of(*claim), shared.limits)(*claim) : judge(*claim);
    v.elsewhere.push_back({claim->installation, found.verdict, found.grade});
  }
}

/// Judges a violated claim with decimal numbers again at the nearest doubles, if the violation is so small that the
/// claim may have meant the doubles.
void ask_at_doubles(const Workers& shared, JudgedLine* judged) {
  ClaimVerdict& v = judged->verdict;
  const bool small = v.grade == ViolationGrade::last_digits || v.grade == ViolationGrade::numerical;
  if (v.verdict != VerdictKind::violated || !small) return;
  const auto nearest = at_nearest_doubles(*judged->line.claim);
  if (!nearest) return;
  try {
    v.at_doubles = Judge(composition_of(*nearest), shared.limits)(*nearest).verdict;
  } catch (const std::invalid_argument&) {
    // The nearest double is out of range, for example a probability above 1.
  }
}

void work(Workers& shared) {
  // Number of unused bytes that may stay allocated.
  constexpr size_t kMostFree = size_t{32} << 20U;
  ClaimBatch& batch = shared.batch;
  for (size_t g = shared.next++; g < batch.groups.size(); g = shared.next++) {
    const ClaimGroup& group = batch.groups[g];
    return_free_memory(kMostFree);
    Judge judge(group.composition, shared.limits);
    for (const size_t i : group.members) {
      if (InterruptGuard::interrupted()) return;
      JudgedLine& judged = batch.lines[i];
      try {
        judged.verdict = judge(*judged.line.claim);
        ask_elsewhere(shared, judge, &judged);
        ask_at_doubles(shared, &judged);
      } catch (const Interrupted&) {
        return;
      } catch (const Contradiction& e) {
        judged.verdict = {};
        judged.verdict.contradiction = true;
        judged.verdict.reason = std::string("contradiction: ") + e.what();
      } catch (const std::exception& e) {
        judged.verdict = {};
        judged.verdict.reason = std::string("failed: ") + e.what();
      }
      if (!keep(judged, shared)) return;
      batch.done[i] = true;
      shared.delivery.flush();
    }
  }
}

void judge_batch(ClaimBatch& batch, const ClaimsOptions& options, Delivery& delivery) {
  JudgeLimits limits;
  limits.seconds = options.seconds;
  limits.poll = leave_if_interrupted;
  sort_into_groups(&batch);
  if (options.journal != nullptr) settle(*options.journal, &batch);
  delivery.start(batch);
  Workers shared{batch, limits, delivery, options.journal, {}, {}, {}};
  std::vector<std::thread> workers;
  for (int i = 0; i < std::max(1, options.threads); ++i) {
    workers.emplace_back([&] {
      const WorkerScope worker;
      work(shared);
    });
  }
  for (std::thread& worker : workers) worker.join();
  if (!shared.failure.empty()) throw std::runtime_error(shared.failure);
  delivery.finish();
}

}  // namespace

ClaimsRun judge_claims(const ClaimsOptions& options,
                       const std::function<void(const JudgedLine&)>& deliver) {
  const Stopwatch watch;
  const std::clock_t before = std::clock();
  return_large_blocks();
  const InterruptGuard guard;
  ClaimsRun run;
  std::ostream& messages = options.messages != nullptr ? *options.messages : std::cerr;
  run.part = options.journal != nullptr && !options.journal->shard().whole();
  run.lines = options.lines.empty() && !run.part ? count_lines(options.files) : 0;
  run.missing_lines = options.lines;
  Progress progress(messages, options.progress, run.lines);
  ClaimSource source(options.files,
                     options.standard_input != nullptr ? *options.standard_input : std::cin,
                     options.tables);
  Delivery delivery(deliver, options, run, progress);
  for (bool more = true; more && !InterruptGuard::interrupted();) {
    ClaimBatch batch;
    more = fill(source, options, &batch, &run.missing_lines);
    if (!batch.lines.empty()) judge_batch(batch, options, delivery);
  }
  run.interrupted = InterruptGuard::interrupted();
  run.elapsed = watch.seconds();
  run.processor = static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC;
  if (options.journal == nullptr) return run;
  if (options.journal->whole()) {
    run.elapsed = options.journal->seconds();
    run.processor = 0;
  } else if (!run.interrupted) {
    options.journal->finish(run.elapsed);
  }
  return run;
}

}  // namespace plumbline
