#include "app/running/baseline_options.hpp"

namespace plumbline {

void add_baseline_options(Command& command, BaselineOptions& options) {
  Option* baseline = command.add_option("--baseline", options.compare_with,
                                        "fail if an approximation got worse than in this file, or "
                                        "an enclosure does not overlap the one there");
  command.add_option("--write-baseline", options.write_to,
                     "write this run to this file, as a baseline");
  Option* slower =
      command
          .add_option("--slower", options.slower,
                      "also fail if a value takes this many times as long as in the baseline")
          ->check(in_range(1.0, 1e9))
          ->needs(baseline);
  command
      .add_option("--slower-floor", options.slower_floor, "ignore slowdowns below so many seconds")
      ->check(nonnegative_number())
      ->needs(slower)
      ->capture_default_str();
}

BaselineSettings settings_of(const BaselineOptions& options) {
  BaselineSettings out;
  if (!options.compare_with.empty()) out.compare_with = options.compare_with;
  if (!options.write_to.empty()) out.write_to = options.write_to;
  if (options.slower > 0) out.rules.slower = options.slower;
  out.rules.slower_floor = options.slower_floor;
  return out;
}

}  // namespace plumbline
