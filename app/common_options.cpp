#include "app/common_options.hpp"

namespace plumbline {

void add_common_options(Command& command, CommonOptions& options, bool with_direction) {
  if (with_direction) {
    command.add_option("--direction", options.direction, "forward, reverse or worst")
        ->capture_default_str();
  }
  command.add_option("--digits", options.digits, "relative width at most 10^-digits")
      ->check(in_range(1, 10000))
      ->capture_default_str();
  command.add_option("--engine", options.engine, "auto, or a name from `plumbline list engines`")
      ->capture_default_str();
  command.add_flag("--json", options.json, "one JSON object per value");
  command.add_flag("--explain", options.explain, "say on standard error what the engine did");
  command
      .add_option("--threads", options.threads,
                  "accepted everywhere; single values are computed on one thread")
      ->check(in_range(1, 1024));
  command.add_option("--timeout", options.timeout, "seconds; then the best enclosure is printed")
      ->check(positive_seconds());
}

Poll deadline_in(double seconds) {
  constexpr double kForever = 1e9;  // what is longer would overflow the clock
  if (seconds <= 0 || seconds > kForever) return [] {};
  using Clock = std::chrono::steady_clock;
  const auto deadline = Clock::now() + std::chrono::duration<double>(seconds);
  return [deadline] {
    if (Clock::now() > deadline) throw Interrupted{};
  };
}

Effort effort_of(const CommonOptions& options) {
  Effort effort;
  effort.digits = options.digits;
  effort.poll = deadline_in(options.timeout);
  return effort;
}

}  // namespace plumbline
