#include "app/running/watch.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <exception>

#include "app/running/delivered.hpp"
#include "reference/arithmetic/running/deadline.hpp"
#include "verify/base/exit_code.hpp"

namespace plumbline {
namespace {

constexpr double kFirstLine = 2;                      // seconds until the first line
constexpr double kOnTerminal = 1, kInLog = 10;        // seconds between lines
constexpr double kGrace = 0.3;                        // seconds after the limit for the work to end
                                                      // by itself
constexpr double kNever = 1e9, kLongestSleep = 3600;  // longer times would overflow the clock

double limit_of(const CommonOptions& options, bool single) {
  if (options.timeout > 0) return options.timeout < kNever ? options.timeout : 0;
  return single ? kDefaultSeconds : 0;
}

}  // namespace

std::string so_far_words(const Stage& next) {
  std::string out = next.known >= 1 ? fmt::format("{:.0f} digit{} so far", std::floor(next.known),
                                                  next.known >= 2 ? "s" : "")
                                    : "no digit so far";
  out += fmt::format(", {} next", next.digits);
  if (next.seconds) out += fmt::format(" in about {:.2g} s", *next.seconds);
  return out;
}

Watch::Watch(const CommonOptions& options, bool single, Poll also, const Stopwatch& clock)
    : digits_(options.digits),
      limit_(limit_of(options, single)),
      by_default_(!(options.timeout > 0)),
      terminal_(isatty(STDERR_FILENO) != 0),
      also_(std::move(also)),
      clock_(clock),
      grace_(kGrace),
      next_line_(kFirstLine),
      thread_([this] { run(); }) {}

Watch::~Watch() {
  {
    const std::lock_guard lock(mutex_);
    over_ = true;
  }
  changed_.notify_one();
  thread_.join();
  const bool said = std::uncaught_exceptions() > 0;  // the error is reported elsewhere
  if (!by_default_ || limit_ <= 0 || clock_.seconds() <= limit_ || said) return;
  fmt::print(stderr,
             "plumbline: stopped after {:.0f} s, the default limit; --timeout SECONDS "
             "allows more\n",
             limit_);
}

Effort Watch::effort(size_t values) {
  constexpr double kLeastShare = 0.25;
  Effort out;
  out.digits = digits_;
  const double left = limit_ > 0 ? std::max(limit_ - clock_.seconds(), 0.0) : kNever;
  const double share = std::max(1 / static_cast<double>(std::max<size_t>(values, 1)), kLeastShare);
  out.poll = Deadline::in(share * left).asking(also_).told([this](const Stage& next) {
    const std::lock_guard lock(mutex_);
    known_ = so_far_words(next);
  });
  return out;
}

void Watch::allow(double seconds) {
  const std::lock_guard lock(mutex_);
  grace_ += seconds;
}

Watch::Work::Work(Watch& watch, std::string what, std::function<int()> otherwise) : watch_(watch) {
  {
    const std::lock_guard lock(watch_.mutex_);
    watch_.what_ = std::move(what);
    watch_.otherwise_ = std::move(otherwise);
    watch_.known_.clear();
    watch_.working_ = true;
    watch_.begin_ = watch_.clock_.seconds();
  }
  watch_.changed_.notify_one();
}

Watch::Work::~Work() {
  const std::lock_guard lock(watch_.mutex_);  // waits forever if the command is being ended
  watch_.working_ = false;
  watch_.clear();
}

void Watch::Work::otherwise(std::function<int()> answers) {
  const std::lock_guard lock(watch_.mutex_);
  watch_.otherwise_ = std::move(answers);
}

void Watch::run() {
  std::unique_lock lock(mutex_);
  while (!over_) {
    // Work that begins after the limit, because parsing was slow, still has time for its first bounds.
    const double now = clock_.seconds();
    const double last = limit_ > 0 ? std::max(limit_, begin_) + grace_ : kNever;
    if (working_ && now >= last) end();
    if (working_ && now >= next_line_) say();
    const double next = working_ ? std::min(last, next_line_) : kNever;
    const double sleep = std::clamp(next - now, 0.0, kLongestSleep);
    changed_.wait_for(lock, std::chrono::duration<double>(sleep));
  }
}

void Watch::say() {
  const double now = clock_.seconds();
  next_line_ = now + (terminal_ ? kOnTerminal : kInLog);
  std::string rest = fmt::format(", {:.0f} s", now);
  if (limit_ > 0) rest += fmt::format(" of {:.3g}", limit_);
  if (!known_.empty()) rest += "; " + known_;
  const std::string begin = "plumbline: computing ";
  if (!terminal_) {
    fmt::print(stderr, "{}{}{}\n", begin, what_, rest);
    return;
  }
  constexpr size_t kWidth = 79;  // longer lines would wrap and could not be rewritten
  const size_t room = kWidth - std::min(kWidth, begin.size() + rest.size());
  const std::string name = what_.size() <= room ? what_ : what_.substr(0, room);
  const std::string line = (begin + name + rest).substr(0, kWidth);
  fmt::print(stderr, "\r{:<{}}", line, shown_);
  shown_ = line.size();
}

void Watch::clear() {
  if (shown_ > 0) fmt::print(stderr, "\r{:<{}}\r", "", shown_);
  shown_ = 0;
}

/// Ends the process without destroying objects that the work still uses.
void Watch::end() {
  clear();
  const int code = otherwise_ ? otherwise_() : kNotReached;
  fmt::print(stderr,
             "plumbline: {} after {:.3g} s; --timeout SECONDS allows more, or ask for less\n",
             by_default_ ? "stopped at the default limit," : "time ran out,", clock_.seconds());
  const bool delivered = is_output_delivered();
  std::_Exit(!delivered ? kBadInput : code == kAllAsAsked ? kNotReached : code);
}

}  // namespace plumbline
