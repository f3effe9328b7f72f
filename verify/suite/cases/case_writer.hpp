/// Collects the outcomes of the workers: on disk immediately, and in case order at the end. A killed run loses no
/// finished case, and the result does not depend on the threads.
#pragma once

#include <mutex>
#include <ostream>
#include <vector>

#include "verify/base/progress.hpp"
#include "verify/suite/cases/case_runner.hpp"
#include "verify/suite/cases/journal.hpp"
#include "verify/suite/cases/suite_input.hpp"

namespace plumbline {

class CaseWriter {
 public:
  /// `kept` are the cases of an earlier run that need not run again. Problems are written to `messages`. All references
  /// must outlive this object.
  CaseWriter(Journal& journal, std::vector<FinishedCase> kept, std::ostream& messages,
             Progress& progress)
      : journal_(journal), messages_(messages), progress_(progress), finished_(std::move(kept)) {}

  /// Reports that a case starts. Thread-safe.
  void starting(const Case& c);
  /// Stores the outcome of a case. `late` is true if the case reached its time limit. Thread-safe.
  void deliver(const PlannedCase& planned, CaseOutcome outcome, double seconds, bool late);
  /// Returns all finished cases in case order, and writes them in this order. Must be called after all workers have
  /// ended.
  const std::vector<FinishedCase>& finish();

 private:
  Journal& journal_;
  std::ostream& messages_;
  Progress& progress_;
  std::mutex mutex_;
  std::vector<FinishedCase> finished_;
  size_t done_ = 0;
};

}  // namespace plumbline
