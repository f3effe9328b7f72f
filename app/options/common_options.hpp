/// The options shared by all commands that certify values.
#pragma once

#include <string>

#include "app/answers/writer.hpp"
#include "app/options/words.hpp"
#include "reference/arithmetic/running/stopwatch.hpp"
#include "reference/engines/effort.hpp"
#include "reference/quantities/privacy_profile.hpp"

namespace plumbline {

/// How answers are written: --format and --json.
struct FormatOptions {
  std::string name;
  bool json = false;
};
/// `of`: what one object of JSON and one row of CSV are for.
void add_format_options(Command& command, FormatOptions& options, const std::string& of = "value");
/// Throws std::invalid_argument where the two contradict each other.
AnswerFormat format_of(const FormatOptions& options);

/// Where no --timeout is given: the limit of a command that was asked for one value.
inline constexpr double kDefaultSeconds = 60;

struct CommonOptions {
  std::string direction = "worst";
  int digits = 15;
  std::string engine = "auto";
  FormatOptions format;
  bool explain = false;
  int threads = 1;     ///< read and left alone
  double timeout = 0;  ///< seconds; 0 means none
};

/// Adds --direction (unless the quantity fixes it), --digits, --engine, --format, --json, --explain
/// and --timeout. --threads is read as well, for scripts that give it to every command: values of
/// one composition share what was computed for those before, in turn.
void add_common_options(Command& command, CommonOptions& options, bool with_direction);

/// Adds --digits (at most so many), --format, --json and --timeout.
void add_output_options(Command& command, CommonOptions& options, int most_digits,
                        const std::string& when_late);

/// Throws Interrupted once so many seconds from now have passed; 0 is no limit.
Poll deadline_in(double seconds);

/// Digits and deadline, that of one value where none is given, for the reference layer; the clock starts now.
Effort effort_of(const CommonOptions& options);

}  // namespace plumbline
