#include <algorithm>

#include "reference/arithmetic/bound.hpp"
#include "reference/mechanisms/matrix/sum_below.hpp"

namespace plumbline {
namespace {

/// Returns the distribution of the number of draws of a record at the steps that are marked in `counted`.
std::vector<Ball> drawn_counts(const SampledMatrix& m, const std::vector<bool>& counted) {
  const auto n = counted.size();
  const auto apart = static_cast<size_t>(m.every);
  const Ball p(m.p, kBelowBits), one = Ball::integer(1, kBelowBits);
  // at[i][k]: probability that k counted draws precede step i and that step i is the first at which the record may be
  // drawn again.
  const std::vector<Ball> none((n + apart - 1) / apart + 1, Ball(kBelowBits));
  std::vector<std::vector<Ball>> at(n + 1, none);
  const Ball waiting = m.starts_warm ? p / (one + p * (m.every - 1)) : Ball(kBelowBits);
  at[0][0] = one - waiting * (m.every - 1);
  for (size_t wait = 1; wait < apart; ++wait) at[std::min(wait, n)][0] += waiting;
  for (size_t i = 0; i < n; ++i) {
    for (size_t k = 0; k < none.size(); ++k) {
      if (at[i][k].is_exactly_zero()) continue;
      const Ball drawn = at[i][k] * p;
      at[i + 1][k] += at[i][k] - drawn;
      at[std::min(i + apart, n)][counted[i] ? k + 1 : k] += drawn;
    }
    if (i > 0) at[i].clear();
  }
  return at[n];
}

/// Finds the set of columns for which the number of columns times their smallest Moved::sum is largest. Returns this
/// smallest sum, slightly lowered.
double threshold_of(const std::vector<Moved>& moved) {
  std::vector<double> sums;
  for (const Moved& x : moved) sums.push_back(x.sum.approximate());
  std::sort(sums.begin(), sums.end());
  size_t best = 0;
  for (size_t i = 0; i < sums.size(); ++i) {
    if (sums[i] * static_cast<double>(sums.size() - i) >
        sums[best] * static_cast<double>(sums.size() - best)) {
      best = i;
    }
  }
  return sums[best] * (1 - 1e-12);
}

std::vector<Shift> shifts_of_counts(const std::vector<Ball>& law, const Rational& step) {
  constexpr double kLeastWeight = 1e-15;
  constexpr size_t kMostShifts = 24;
  std::vector<size_t> kept;
  for (size_t k = 1; k < law.size(); ++k) {
    if (law[k].approximate() > kLeastWeight) kept.push_back(k);
  }
  std::vector<Shift> out;
  const size_t group = (kept.size() + kMostShifts - 1) / kMostShifts;
  for (size_t g = 0; g < kept.size(); g += group) {
    Ball weight(kBelowBits);
    for (size_t i = g; i < std::min(kept.size(), g + group); ++i) weight += law[kept[i]];
    constexpr int kDigits = 20;
    const auto least = weight.decimal_ends(kDigits).first;
    if (least && least->sign() > 0)
      out.push_back({step * Rational(static_cast<long>(kept[g])), *least});
  }
  return out;
}

}  // namespace

std::vector<AmplifiedSide> apart_below(const SampledMatrix& m) {
  constexpr double kMostStates = 2e6;
  const auto n = static_cast<double>(m.strategy.steps());
  if (n * (n / static_cast<double>(m.every) + 2) > kMostStates) return {};
  const ColumnList columns = columns_of(m.strategy);
  std::vector<Moved> moved;
  for (long i = 0; i < m.strategy.steps(); ++i) moved.push_back(moved_by(columns, {i}));
  if (!proved<"MATRIX-SUM">(sums_are_nonnegative(moved))) return {};
  const double threshold = threshold_of(moved);
  std::vector<bool> counted;
  std::optional<Ball> least;
  for (const Moved& x : moved) {
    counted.push_back(x.sum.approximate() >= threshold);
    if (counted.back()) least = least ? min(*least, x.sum) : x.sum;
  }
  const std::vector<Shift> shifts =
      shifts_of_counts(drawn_counts(m, counted), scaled_down(*least, columns.rows));
  if (shifts.empty()) return {};
  return {by_sum(m, shifts)};
}

}  // namespace plumbline
