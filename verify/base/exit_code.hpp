/// The exit codes of commands, the same for all commands.
#pragma once

namespace plumbline {

enum ExitCode : int {
  kAllAsAsked = 0,
  kWrong = 1,  ///< a judged statement does not hold, or a result got worse
  kBadInput = 2,
  kNotReached = 3,  ///< digits or a verdict were not reached
  kContradiction = 4,
  kInterrupted = 130
};

}  // namespace plumbline
