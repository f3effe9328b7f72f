/// The command `plumbline batch`: answers many questions on several threads. Answers are delivered in the order of the
/// input, each as soon as it and all earlier answers are complete.
#pragma once

#include <functional>

#include "reference/questions/answer.hpp"
#include "verify/batch/question_source.hpp"

namespace plumbline {

struct BatchOptions {
  int threads = 1;
  double seconds = 60;  ///< time limit for each question, in seconds of wall-clock time
  /// Number of consecutive lines that share cached data. The groups depend only on the input, so that answers do not
  /// depend on the number of threads or on the speed of the input.
  size_t share = 1024;
  size_t most_waiting = 4096;  ///< maximum number of lines that are read but not yet delivered
};

/// A line and its answer.
struct AnsweredLine {
  QuestionLine line;
  std::optional<Answer> answer{};
  std::string subject{};  ///< the mechanism in canonical form, if there is one
  std::string failed{};   ///< the reason why there is no answer
  bool contradiction = false, out_of_time = false;
  double seconds = 0;
};

struct BatchRun {
  bool interrupted = false;
};

/// Answers the lines of a source. Lines that share cached data (lines of one group about the same composition) are
/// answered in their order, by one worker at a time. Calls `deliver` for each line, one at a time and in order, from
/// any thread.
BatchRun answer_batch(QuestionSource& source, const BatchOptions& options,
                      const std::function<void(const AnsweredLine&)>& deliver);

}  // namespace plumbline
