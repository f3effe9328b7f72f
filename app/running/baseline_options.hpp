/// The options of the commands verify and merge for the comparison with a baseline, an earlier run.
#pragma once

#include <string>

#include "app/options/words.hpp"
#include "verify/suite/run/conclude.hpp"

namespace plumbline {

struct BaselineOptions {
  std::string compare_with, write_to;
  double slower = 0;
  double slower_floor = BaselineRules{}.slower_floor;
};

/// Adds --baseline, --write-baseline, --slower and --slower-floor.
void add_baseline_options(Command& command, BaselineOptions& options);

BaselineSettings settings_of(const BaselineOptions& options);

}  // namespace plumbline
