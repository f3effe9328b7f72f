/// The exit codes of commands, equal for all.
#pragma once

namespace plumbline {

enum ExitCode : int {
  kAllAsAsked = 0,
  kWrong = 1,  ///< something judged does not hold, or got worse
  kBadInput = 2,
  kNotReached = 3,  ///< digits, or a verdict
  kContradiction = 4,
  kInterrupted = 130
};

}  // namespace plumbline
