/// The options shared by all commands that certify values.
#pragma once

#include <chrono>
#include <string>

#include "app/words.hpp"
#include "reference/quantities/privacy_profile.hpp"

namespace plumbline {

struct CommonOptions {
  std::string direction = "worst";
  int digits = 15;
  std::string engine = "auto";
  bool json = false;
  bool explain = false;
  int threads = 1;
  double timeout = 0;  ///< seconds; 0 means none
};

/// Adds --direction (unless the quantity fixes it), --digits, --engine, --json, --explain,
/// --threads and --timeout.
void add_common_options(Command& command, CommonOptions& options, bool with_direction);

/// Throws Interrupted once so many seconds from now have passed; 0 is no limit.
Poll deadline_in(double seconds);

/// Digits and deadline for the reference layer; the clock starts now.
Effort effort_of(const CommonOptions& options);

}  // namespace plumbline
