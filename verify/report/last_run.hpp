/// What is otherwise than in the run that was in the same folder before.
#pragma once

#include <string>
#include <vector>

#include "verify/report/results.hpp"

namespace plumbline {

struct RunChange {
  enum class Kind { verdict, larger_error, smaller_error, slower };
  Kind kind;
  const Json* value;  ///< of this run
  std::string what;   ///< the quantity as asked, or the approximation
  std::string before, after;
};
const char* kind_name(RunChange::Kind kind);

struct LastRun {
  bool known = false;  ///< whether there was one
  size_t compared = 0, fresh = 0, gone = 0;
  std::vector<RunChange> changes;  ///< verdicts first
};

/// Errors count as changed by more than 2 % and 1e-14, times by a factor of two and half a second.
LastRun since_last_run(const RunResults& results);

}  // namespace plumbline
