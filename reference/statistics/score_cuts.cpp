#include "reference/statistics/score_cuts.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace plumbline {
namespace {

long integer_root(long x) {
  long r = std::lround(std::sqrt(static_cast<double>(x)));
  while (r * r > x) --r;
  while ((r + 1) * (r + 1) <= x) ++r;
  return r;
}

long crude(long x) { return x + 2 * integer_root(x) + 4; }

/// A fraction; numerator and denominator are below 2^62.
struct Fraction {
  long over, under;
  bool operator<(const Fraction& o) const {
    __extension__ using Wide = __int128;
    return static_cast<Wide>(over) * o.under < static_cast<Wide>(o.over) * under;
  }
};

Fraction crude_ratio(const TrialCounts& c) {
  const long a = crude(c.false_positives), b = crude(c.misses);
  const Fraction forward{std::max(0L, c.members - b) * c.others, a * c.members},
      reverse{std::max(0L, c.others - a) * c.members, b * c.others};
  return forward < reverse ? reverse : forward;
}

std::vector<double> shuffled(std::vector<double> x, SplitMix& random) {
  for (size_t left = x.size(); left > 1; --left) {
    std::swap(x[left - 1], x[static_cast<size_t>(random.next() % left)]);
  }
  return x;
}

void halve(const std::vector<double>& all, std::vector<double>* first, std::vector<double>* rest) {
  const auto middle = all.begin() + static_cast<std::ptrdiff_t>(all.size() / 2);
  first->assign(all.begin(), middle);
  rest->assign(middle, all.end());
}

void check_side(const std::vector<double>& scores, const std::string& whose) {
  for (size_t i = 0; i < scores.size(); ++i) {
    if (std::isfinite(scores[i])) continue;
    throw std::invalid_argument("score " + std::to_string(i + 1) + " of " + whose +
                                " is not a finite number");
  }
}

}  // namespace

void Scores::check() const {
  check_side(members, "the members");
  check_side(others, "the others");
  constexpr size_t kMost = 100'000'000;
  if (members.size() > kMost || others.size() > kMost) {
    throw std::invalid_argument("more than 10^8 scores");
  }
  TrialCounts{0, static_cast<long>(others.size()), 0, static_cast<long>(members.size())}.check();
}

Scores sorted(Scores scores) {
  std::sort(scores.members.begin(), scores.members.end());
  std::sort(scores.others.begin(), scores.others.end());
  return scores;
}

TrialCounts counts_at(const Scores& scores, double threshold) {
  const auto below = [&](const std::vector<double>& x) {
    return std::lower_bound(x.begin(), x.end(), threshold) - x.begin();
  };
  const auto n0 = static_cast<long>(scores.others.size());
  return {n0 - below(scores.others), n0, below(scores.members),
          static_cast<long>(scores.members.size())};
}

std::vector<double> all_cuts(const Scores& scores) {
  std::vector<double> out = scores.members;
  out.insert(out.end(), scores.others.begin(), scores.others.end());
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

std::uint64_t SplitMix::next() {
  std::uint64_t z = (state_ += 0x9E3779B97F4A7C15U);
  z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
  z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
  return z ^ (z >> 31U);
}

SplitScores split_scores(const Scores& scores, std::uint64_t seed) {
  if (scores.members.size() < 2 || scores.others.size() < 2) {
    throw std::invalid_argument("a split needs at least two scores on each side");
  }
  SplitMix random(seed);
  SplitScores out;
  halve(shuffled(scores.members, random), &out.choose.members, &out.judge.members);
  halve(shuffled(scores.others, random), &out.choose.others, &out.judge.others);
  return out;
}

double chosen_cut(const Scores& unsorted) {
  const Scores scores = sorted(unsorted);
  const std::vector<double> cuts = all_cuts(scores);
  double best = cuts.front();
  Fraction most = crude_ratio(counts_at(scores, best));
  for (const double cut : cuts) {
    const Fraction here = crude_ratio(counts_at(scores, cut));
    if (most < here) best = cut, most = here;
  }
  return best;
}

}  // namespace plumbline
