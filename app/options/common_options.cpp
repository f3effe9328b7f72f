#include "app/options/common_options.hpp"

#include <stdexcept>

namespace plumbline {

void add_format_options(Command& command, FormatOptions& options, const std::string& of) {
  command.add_option("--format", options.name, "text, json or csv (text unless given)")
      ->check(one_of({"text", "json", "csv"}));
  command.add_flag("--json", options.json, "one JSON object per " + of + ": --format json");
}

void add_json_version(Command& command, FormatOptions& options) {
  command
      .add_option(
          "--json-version", options.json_version,
          "version of the JSON records: 1, or 2 (\"schema\": \"answer/2\", with hypotheses)")
      ->check(in_range(1, 2))
      ->capture_default_str();
}

AnswerFormat format_of(const FormatOptions& options) {
  if (options.json && !options.name.empty() && options.name != "json") {
    throw std::invalid_argument("--json and --format " + options.name +
                                " contradict each other; give one of them");
  }
  if (options.json_version == 2 && !options.json && options.name != "json") {
    throw std::invalid_argument("--json-version 2 is about JSON: give --json as well");
  }
  if (options.name == "csv") return AnswerFormat::csv;
  return options.json || options.name == "json" ? AnswerFormat::json : AnswerFormat::text;
}

void add_common_options(Command& command, CommonOptions& options, bool with_direction) {
  if (with_direction) {
    command
        .add_option("--direction", options.direction,
                    "forward (remove), reverse (add) or worst (add_remove)")
        ->capture_default_str();
  }
  command.add_option("--digits", options.digits, "relative width at most 10^-digits")
      ->check(in_range(1, 10000))
      ->capture_default_str();
  command.add_option("--engine", options.engine, "auto, or a name from `plumbline list engines`")
      ->capture_default_str();
  add_format_options(command, options.format);
  command.add_flag("--explain", options.explain, "write to standard error what the engine did");
  command.add_option("--threads", options.threads, "changes nothing here")
      ->check(in_range(1, 1024))
      ->hidden();
  command
      .add_option(
          "--timeout", options.timeout,
          "limit in seconds (or 10m, 2h), after which the best enclosure so far is printed; "
          "for one value 60 unless given")
      ->check(positive_seconds());
}

void add_output_options(Command& command, CommonOptions& options, int most_digits,
                        const std::string& when_late) {
  command.add_option("--digits", options.digits, "relative width at most 10^-digits")
      ->check(in_range(1, most_digits))
      ->capture_default_str();
  add_format_options(command, options.format);
  command.add_option("--timeout", options.timeout, "limit in seconds; " + when_late)
      ->check(positive_seconds());
}

Poll deadline_in(double seconds) {
  constexpr double kForever = 1e9;  // longer times would overflow the clock
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
  effort.poll = deadline_in(options.timeout > 0 ? options.timeout : kDefaultSeconds);
  return effort;
}

}  // namespace plumbline
