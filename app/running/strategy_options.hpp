/// The options of commands on matrix mechanisms: the number of steps, and the participation of a record.
#pragma once

#include <string>

#include "app/options/words.hpp"
#include "reference/mechanisms/matrix/sensitivity.hpp"

namespace plumbline {

inline constexpr const char* kStrategyWords =
    "identity, prefix, sqrt, sqrt(BANDS), toeplitz([1,1/2]), blt([WEIGHTS],[DECAYS]), "
    "bisr(BANDS), lambda_cgd(0.9), tree, tree(RESTART), or file:PATH, a lower triangular "
    "matrix (CSV of exact numbers, NPY of doubles)";

struct StrategyOptions {
  std::string steps, participations, gap, every, patterns;
  bool single = false;
};

/// Adds --steps, --single, --every, --participations, --gap and --patterns.
void add_strategy_options(Command& command, StrategyOptions& options);

/// Return the strategy, and the participation of a record. Both functions throw std::invalid_argument, naming the
/// option.
Strategy strategy_of(const std::string& written, const StrategyOptions& options);
Participation participation_of(const StrategyOptions& options, long steps);

}  // namespace plumbline
