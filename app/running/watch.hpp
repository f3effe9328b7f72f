/// Progress and timeout watchdog thread of a command. It reports progress on standard error after two seconds. If the
/// time limit has passed and the work does not end, it ends the command.
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

/// Returns a text such as "7 digits so far, 62 next in about 5 s".
std::string so_far_words(const Stage& next);

class Watch {
 public:
  /// `single` is true if one value was requested; then there is a default time limit. `also` is a further poll that all
  /// work calls. `clock` was started when the command began to read its input, and this time counts toward the limit.
  Watch(const CommonOptions& options, bool single, Poll also = {}, const Stopwatch& clock = {});
  /// Prints a note if time ran out and the limit was the default.
  ~Watch();
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;

  /// Returns the requested digits with a poll for the first of `values` remaining values. The poll is a Deadline,
  /// which records progress. It throws Interrupted after the share of this value in the remaining time. The share is
  /// 1/values, but at least a quarter: most values need far less time than that, and all reuse the data of the first.
  Effort effort(size_t values = 1);

  /// Allows more seconds after the limit, before the command is ended: for work that must follow the last answer.
  void allow(double seconds);

  /// The current computation. As long as this object exists, only the watchdog prints.
  class Work {
   public:
    /// `otherwise` is called if the command must end during this work. It prints the available answers and returns
    /// the exit code (not 0, because a value was not reached).
    Work(Watch& watch, std::string what, std::function<int()> otherwise = {});
    ~Work();
    /// Replaces `otherwise` when more is known.
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
  const double limit_;  ///< seconds; 0 if there is no limit
  const bool by_default_, terminal_;
  const Poll also_;
  const Stopwatch clock_;
  std::mutex mutex_;  ///< protects all members below
  std::condition_variable changed_;
  std::string what_, known_;
  std::function<int()> otherwise_;
  bool working_ = false, over_ = false;
  double begin_ = 0;  ///< start of the current computation, in seconds
  double grace_;      ///< seconds between the limit and the end of the command
  double next_line_;
  size_t shown_ = 0;  ///< width of the line on a terminal
  std::thread thread_;
};

}  // namespace plumbline
