/// `plumbline batch`: many questions on several threads, answered in the order of the input, as they come.
#pragma once

#include <functional>

#include "reference/questions/answer.hpp"
#include "verify/batch/question_source.hpp"

namespace plumbline {

struct BatchOptions {
  int threads = 1;
  double seconds = 60;  ///< limit for each question
  /// Questions of so many lines in a row share the cached data. Which they are depends on the input alone, so that
  /// answers do not depend on threads or on how fast lines come.
  size_t share = 1024;
  size_t most_waiting = 4096;  ///< lines that are read and not delivered
};

/// A line and what became of it.
struct AnsweredLine {
  QuestionLine line;
  std::optional<Answer> answer{};
  std::string subject{};  ///< the mechanism in canonical form, where there is one
  std::string failed{};   ///< why there is no answer
  bool contradiction = false, out_of_time = false;
  double seconds = 0;
};

struct BatchRun {
  bool interrupted = false;
};

/// Lines about one composition that share are answered by one worker at a time, in their order. Calls
/// `deliver` for each line, one at a time and in order, from any thread.
BatchRun answer_batch(QuestionSource& source, const BatchOptions& options,
                      const std::function<void(const AnsweredLine&)>& deliver);

}  // namespace plumbline
