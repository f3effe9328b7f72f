/// The exit codes, which have the same meaning for all commands.
#pragma once

namespace plumbline {

enum ExitCode : int {
  kAllAsAsked = 0,
  kWrong = 1,  ///< a judged statement does not hold, or a result got worse
  kBadInput = 2,
  kNotReached = 3,  ///< the requested digits were not reached, or a verdict is undecided
  kContradiction = 4,
  kInterrupted = 130
};

}  // namespace plumbline
