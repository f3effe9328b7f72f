/// The options shared by all commands that certify values.
#pragma once

#include <string>

#include "app/answers/answer_format.hpp"
#include "app/options/words.hpp"
#include "reference/arithmetic/running/effort.hpp"
#include "reference/arithmetic/running/stopwatch.hpp"
#include "reference/mechanisms/neighbours/direction.hpp"

namespace plumbline {

/// The output format: --format and --json.
struct FormatOptions {
  std::string name;
  bool json = false;
  int json_version = 1;  ///< version of the records in JSON
};
/// Adds --format and --json. `of` names the content of one JSON object or CSV row.
void add_format_options(Command& command, FormatOptions& options, const std::string& of = "value");
/// Adds --json-version, for commands that write records of version 2.
void add_json_version(Command& command, FormatOptions& options);
/// Returns the requested format. Throws std::invalid_argument if the options contradict each other.
AnswerFormat format_of(const FormatOptions& options);

/// The default of --timeout for a command that computes one value.
inline constexpr double kDefaultSeconds = 60;

struct CommonOptions {
  std::string direction = "worst";
  int digits = 15;
  std::string engine = "auto";
  FormatOptions format;
  bool explain = false;
  int threads = 1;     ///< accepted and ignored
  double timeout = 0;  ///< seconds; 0 if --timeout is absent
};

/// Adds --direction (if `with_direction`), --digits, --engine, --format, --json, --explain and --timeout. --threads is
/// accepted and ignored, for scripts that pass it to every command: the values of one composition share data and are
/// computed in sequence.
void add_common_options(Command& command, CommonOptions& options, bool with_direction);

/// Adds --digits (at most `most_digits`), --format, --json and --timeout; `when_late` is the help text of --timeout.
void add_output_options(Command& command, CommonOptions& options, int most_digits,
                        const std::string& when_late);

/// Returns a poll that throws Interrupted when the seconds have passed; 0 means no limit.
Poll deadline_in(double seconds);

/// Returns the requested digits and a poll with a deadline. The time limit begins with this call; it is --timeout, or
/// kDefaultSeconds if --timeout is absent.
Effort effort_of(const CommonOptions& options);

}  // namespace plumbline
