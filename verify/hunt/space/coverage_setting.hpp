/// Synthetic experiments with mechanisms of known epsilon, for auditors that promise lower bounds.
#pragma once

#include <random>
#include <string>
#include <vector>

#include "reference/arithmetic/ball.hpp"

namespace plumbline {

/// The distribution of the scores. `null`: members and others have the same distribution; `ties`: the same, with only
/// four possible scores; `gaussian`: N(1, 1) against N(0, 1); `response`: randomized response with epsilon 1;
/// `revealed`, only used if `one_run`: with probability 0.1 a tenth of the canaries is revealed, otherwise none.
enum class ScoreLaw { null, ties, gaussian, response, revealed };

struct CoverageSetting {
  ScoreLaw law = ScoreLaw::null;
  bool one_run = false;          ///< one run with a fair coin for each canary; otherwise trials
  long members = 0, others = 0;  ///< numbers of scores; for one run `members` is the number of
                                 ///< canaries
  double delta = 0;

  std::string text() const;  ///< "null, 200 + 200 scores, delta 0.01"
};

/// Returns the settings of a hunt, always in the same order.
std::vector<CoverageSetting> coverage_settings();

struct SyntheticScores {
  std::vector<double> members, others;
};
SyntheticScores draw_scores(const CoverageSetting& setting, std::mt19937_64& random);

/// Returns an upper bound of the smallest epsilon for which the experiment's mechanism is (epsilon, delta)-DP for
/// each record.
Ball true_epsilon(const CoverageSetting& setting);

}  // namespace plumbline
