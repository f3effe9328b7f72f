#include "verify/cli/common_options.hpp"

namespace plumbline {

void add_common_options(CLI::App& command, CommonOptions& options, bool with_direction) {
  if (with_direction) {
    command.add_option("--direction", options.direction, "forward, reverse or worst")
        ->capture_default_str();
  }
  command.add_option("--digits", options.digits, "relative width at most 10^-digits")
      ->check(CLI::Range(1, 10000))
      ->capture_default_str();
  command.add_option("--engine", options.engine, "auto, or a name from `plumbline list engines`")
      ->capture_default_str();
  command.add_flag("--json", options.json, "one JSON object per value");
  command.add_flag("--explain", options.explain, "say on standard error what the engine did");
  command
      .add_option("--threads", options.threads,
                  "accepted everywhere; single values are computed on one thread")
      ->check(CLI::Range(1, 1024));
  command.add_option("--timeout", options.timeout, "seconds; then the best enclosure is printed")
      ->check(CLI::PositiveNumber);
}

Effort effort_of(const CommonOptions& options) {
  Effort effort;
  effort.digits = options.digits;
  if (options.timeout > 0) {
    const auto deadline =
        std::chrono::steady_clock::now() + std::chrono::duration<double>(options.timeout);
    effort.poll = [deadline] {
      if (std::chrono::steady_clock::now() > deadline) throw Interrupted{};
    };
  }
  return effort;
}

}  // namespace plumbline
