/// Scores of an attack, and thresholds at which they may be cut.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "reference/statistics/error_limits.hpp"

namespace plumbline {

/// A test says "member" where the score is at least the threshold. Sorted; all finite.
struct Scores {
  std::vector<double> members, others;
  /// Throws std::invalid_argument on scores that are no numbers and on fewer than two trials.
  void check() const;
};
Scores sorted(Scores scores);

TrialCounts counts_at(const Scores& scores, double threshold);

/// Every threshold at which the counts change: each different score.
std::vector<double> all_cuts(const Scores& scores);

/// The numbers that choose a random part: SplitMix64 (Steele, Lea and Flood 2014).
class SplitMix {
 public:
  explicit SplitMix(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next();

 private:
  std::uint64_t state_;
};

/// Unsorted scores, each side shuffled (Fisher and Yates, the index the next number modulo how many are
/// left; first the members, then the others), the first half of each to choose by and the rest to judge.
struct SplitScores {
  Scores choose, judge;
};
SplitScores split_scores(const Scores& scores, std::uint64_t seed);

/// The cut of those scores whose crude bound on epsilon is the largest (the lowest of equals): with
/// c(x) = x + 2 floor(sqrt(x)) + 4 the larger of max(0, n1 - c(misses)) n0/(c(false positives) n1) and
/// max(0, n0 - c(false positives)) n1/(c(misses) n0), compared as fractions. A choice: it proves nothing.
double chosen_cut(const Scores& scores);

}  // namespace plumbline
