/// Writes outcomes in case order whatever order they come in, each as soon as all before it are
/// there: an interrupted run leaves a clean prefix, and threads never show.
#pragma once

#include <mutex>
#include <optional>
#include <ostream>
#include <vector>

#include "verify/suite/case_runner.hpp"
#include "verify/suite/progress.hpp"

namespace plumbline {

/// What the outcomes written so far add up to.
struct Tally {
  size_t cases = 0, values = 0;
  bool wrong = false, unreached = false;
  int wrong_cases = 0;
  std::vector<Problem> problems;
};

class OrderedWriter {
 public:
  /// Results go to `results`, problems to `messages`; both outlive this object.
  OrderedWriter(std::ostream& results, std::ostream& messages, Progress& progress, size_t count)
      : results_(results), messages_(messages), progress_(progress), waiting_(count) {}

  /// Thread-safe.
  void starting(const Case& c);
  void deliver(size_t index, CaseOutcome outcome);
  /// Writes what came after a case that never will: to be called once all workers have ended.
  void finish();

  /// What is written.
  const Tally& tally() const { return tally_; }

 private:
  void write(const CaseOutcome& outcome);

  std::ostream& results_;
  std::ostream& messages_;
  Progress& progress_;
  std::mutex mutex_;
  std::vector<std::optional<CaseOutcome>> waiting_;
  size_t next_ = 0, done_ = 0;
  Tally tally_;
};

}  // namespace plumbline
