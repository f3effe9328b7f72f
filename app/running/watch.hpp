/// Progress and timeout watchdog thread of a command. After two seconds standard error says so;
/// where the limit of time has passed and the work does not come back by itself, the command ends.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

#include "app/options/common_options.hpp"
#include "reference/arithmetic/running/deadline.hpp"
#include "reference/arithmetic/running/effort.hpp"
#include "reference/arithmetic/running/stopwatch.hpp"
#include "reference/values/extended.hpp"

namespace plumbline {

/// "7 digits so far, 62 next in about 5 s".
std::string so_far_words(const Stage& next);

class Watch {
 public:
  /// The clock starts now. `single`: one value was requested. `also`: a poll that all work asks as well.
  Watch(const CommonOptions& options, bool single, Poll also = {});
  /// Says that time ran out where nobody set the limit.
  ~Watch();
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;

  /// Digits as requested. The poll is a Deadline, which is told how far the work has come; it throws Interrupted
  /// once the limit has passed, or the share of the time left that is due to the first of so many values to
  /// come: an equal one, but a quarter where they are more than four, as most take far less and what the
  /// first one prepares serves all.
  Effort effort(size_t values = 1);

  /// The current computation: nothing else is printed during its lifetime.
  class Work {
   public:
    /// `otherwise` gives the answers that can be had where the command must end within it, and says
    /// with what exit code (not 0: something was not reached).
    Work(Watch& watch, std::string what, std::function<int()> otherwise = {});
    ~Work();
    /// From now on these answers: more is known.
    void otherwise(std::function<int()> answers);
    Work(const Work&) = delete;
    Work& operator=(const Work&) = delete;

   private:
    Watch& watch_;
  };

 private:
  void run();
  void say();
  void clear();
  [[noreturn]] void end();

  const int digits_;
  const double limit_;  ///< seconds; 0 means none
  const bool by_default_, terminal_;
  const Poll also_;
  const Stopwatch clock_;
  std::mutex mutex_;  ///< of all below
  std::condition_variable changed_;
  std::string what_, known_;
  std::function<int()> otherwise_;
  bool working_ = false, over_ = false;
  double next_line_;
  size_t shown_ = 0;  ///< width of the line on a terminal
  std::thread thread_;
};

}  // namespace plumbline
