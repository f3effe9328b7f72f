/// The scores of an attack, and the thresholds at which they can be cut.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "reference/statistics/error_limits.hpp"

namespace plumbline {

/// Sorted finite scores. A test answers "member" if the score is at least the threshold.
struct Scores {
  std::vector<double> members, others;
  /// Throws std::invalid_argument on scores that are not numbers and on fewer than two trials.
  void check() const;
};
Scores sorted(Scores scores);

TrialCounts counts_at(const Scores& scores, double threshold);

/// Returns every threshold at which the counts change: each distinct score.
std::vector<double> all_cuts(const Scores& scores);

/// The pseudo-random numbers that select a random half: SplitMix64 (Steele, Lea and Flood 2014).
class SplitMix {
 public:
  explicit SplitMix(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next();

 private:
  std::uint64_t state_;
};

/// The two halves of shuffled scores. `choose` has the first half of the members and of the others, and serves to
/// choose the threshold. `judge` has the second halves. The shuffle is that of Fisher and Yates, with the next
/// pseudo-random number modulo the number of remaining scores as the index. The members are shuffled before the others.
struct SplitScores {
  Scores choose, judge;
};
SplitScores split_scores(const Scores& scores, std::uint64_t seed);

/// Returns the cut with the largest crude bound on epsilon (the lowest such cut if several have it). With c(x) = x + 2
/// floor(sqrt(x)) + 4 and n1 members and n0 others, this bound is the larger of max(0, n1 - c(misses)) n0/(c(false
/// positives) n1) and max(0, n0 - c(false positives)) n1/(c(misses) n0), compared as fractions. It only chooses the cut
/// and proves nothing.
double chosen_cut(const Scores& scores);

}  // namespace plumbline
