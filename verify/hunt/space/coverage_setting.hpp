/// Synthetic experiments of mechanisms whose epsilon is known, for auditors that promise lower bounds.
#pragma once

#include <random>
#include <string>
#include <vector>

#include "reference/arithmetic/ball.hpp"

namespace plumbline {

/// The source of the scores. `null`: members and others of one law; `ties`: the same with four different
/// scores; `gaussian`: N(1, 1) against N(0, 1); `response`: randomized response of epsilon 1; `revealed`, of one
/// run alone: with probability 0.1 a tenth of the canaries is revealed, otherwise nothing.
enum class ScoreLaw { null, ties, gaussian, response, revealed };

struct CoverageSetting {
  ScoreLaw law = ScoreLaw::null;
  bool one_run = false;  ///< each canary is in by a fair coin; otherwise trials are independent
  long members = 0, others = 0;  ///< scores; of one run `members` is the number of canaries
  double delta = 0;

  std::string text() const;  ///< "null, 200 + 200 scores, delta 0.01"
};

/// Those that a hunt tries, always the same.
std::vector<CoverageSetting> coverage_settings();

struct SyntheticScores {
  std::vector<double> members, others;
};
SyntheticScores draw_scores(const CoverageSetting& setting, std::mt19937_64& random);

/// The smallest epsilon of which the experiment's mechanism is (epsilon, delta)-DP for each record, from above.
Ball true_epsilon(const CoverageSetting& setting);

}  // namespace plumbline
