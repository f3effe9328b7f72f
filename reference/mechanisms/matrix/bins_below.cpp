#include <algorithm>
#include <cmath>

#include "reference/arithmetic/bound.hpp"
#include "reference/mechanisms/matrix/split_noise.hpp"
#include "reference/mechanisms/matrix/sum_below.hpp"

namespace plumbline {
namespace {

/// Approximates the epsilon of a random allocation to one of t steps with squared shift mu2, as the minimum over alpha
/// of D_alpha + log(1/delta)/(alpha - 1).
double likely_of_allocation(double mu2, double t) {
  double best = 1e300;
  for (double alpha = 1.5; alpha < 500; alpha *= 1.2) {
    const double d = std::max(alpha * mu2 / 2 - std::log(t), alpha * mu2 / (2 * t));
    best = std::min(best, d + kMinusLogDelta / (alpha - 1));
  }
  return best;
}

// BOUND(MATRIX-KAHANE)
// Statement.  Let m_i, i < b, be vectors with inner products >= 0 whose norms are at least nu for the i in a set of q
//             indices. Let Q' be the second law, and P' the first, of the pair random_allocation(sigma, t = q) with
//             sensitivity nu. Then the profile of N(0, sigma^2 I) against the mean of the N(m_i, sigma^2 I) is, in
//             both directions, at least that of P' against (1 - q/b) P' + (q/b) Q'. Balls in bins with a matrix A >=
//             0 has the former profile: m_i is the sum of the columns of bin i, the inputs of the record are 1, and
//             all other inputs are 0.
// Needs.      Entries at least 0: checked here, exactly.
// Proof.      Let sigma = 1. Under P the likelihood ratio is S = (1/b) sum of y_i, with y_i = e^{g_i - G_ii/2} and g
//             Gaussian with covariances G_ij = <m_i, m_j>. The likelihood ratio S' of the other pair has the same
//             form with G'_ij = nu^2 for i = j in the set and 0 elsewhere, so y_i = 1 outside the set. Hence G' <= G
//             entrywise. Let g(t) have the covariance G' + t (G - G'), and let F be convex and smooth with bounded
//             F''. Integration by parts gives
//
//                 d/dt E F(S) = (1/2) sum over i, j of (G - G')_ij E[y_i y_j F''(S)]/b^2 >= 0,
//
//             because the terms with F' of the diagonal cancel those of -G_ii/2. So E F(S') <= E F(S), and by
//             approximation this holds for convex F of linear growth. The functions (x - e^eps)_+ and (1 - e^eps x)_+
//             give the profiles of both directions.
// Source.     Kahane's inequality (1986); its use here is this project's.
std::vector<AmplifiedSide> by_largest_bins(const SampledMatrix& m, const std::vector<Moved>& bins) {
  if (!proved<"MATRIX-KAHANE">(m.strategy.is_nonnegative())) return {};
  double most = 0;
  for (const Moved& x : bins) most = std::max(most, x.square.approximate());
  std::vector<AmplifiedSide> out;
  for (const double share : {0.0, 1 - 1e-9}) {
    long count = 0;
    std::optional<Ball> least;
    for (const Moved& x : bins) {
      if (x.square.approximate() < share * most) continue;
      least = least ? min(*least, x.square) : x.square;
      ++count;
    }
    if (!least || (share > 0 && count == static_cast<long>(bins.size()))) continue;
    const Rational nu = root_end(*least, false);
    if (nu.sign() <= 0) continue;
    const std::string t = std::to_string(count);
    out.push_back({count == 1 ? "gaussian(sigma=" + m.sigma + ",sensitivity=" + nu.text() + ")"
                              : "random_allocation(sigma=" + m.sigma + ",t=" + t +
                                    ",sensitivity=" + nu.text() + ")",
                   Rational(count, bins.size()), "MATRIX-KAHANE",
                   likely_of_allocation(std::pow(nu.approximate(), 2) / squared_scale(m),
                                        static_cast<double>(count))});
  }
  return out;
}

/// Returns a limited number of shifts. Each shift stands for a group of bins with similar sums, and is the smallest of
/// them.
std::vector<Shift> shifts_of_bins(const std::vector<Moved>& bins, long rows) {
  constexpr size_t kMostShifts = 12;
  std::vector<const Moved*> order;
  for (const Moved& x : bins) order.push_back(&x);
  std::sort(order.begin(), order.end(), [](const Moved* a, const Moved* b) {
    return a->sum.approximate() < b->sum.approximate();
  });
  const auto groups_at = [&](double width) {
    std::vector<size_t> starts;
    double from = -1;
    for (size_t i = 0; i < order.size(); ++i) {
      const double x = order[i]->sum.approximate();
      if (!starts.empty() && x <= from * (1 + width)) continue;
      starts.push_back(i);
      from = x;
    }
    return starts;
  };
  double width = 1e-9;
  while (groups_at(width).size() > kMostShifts) width = width < 1e-3 ? 1e-3 : width * 1.5;
  const std::vector<size_t> starts = groups_at(width);
  std::vector<Shift> out;
  for (size_t g = 0; g < starts.size(); ++g) {
    const size_t end = g + 1 < starts.size() ? starts[g + 1] : order.size();
    Ball least = order[starts[g]]->sum;
    for (size_t i = starts[g]; i < end; ++i) least = min(least, order[i]->sum);
    out.push_back(
        {scaled_down(least, rows), Rational(static_cast<long>(end - starts[g]), bins.size())});
  }
  return out;
}

}  // namespace

std::vector<AmplifiedSide> bins_below(const SampledMatrix& m) {
  constexpr double kMostEntries = 2e7;  // maximum total number of entries in the sums of all bins
  if (static_cast<double>(m.strategy.steps()) * static_cast<double>(m.every) > kMostEntries) {
    return {};
  }
  const ColumnList columns = columns_of(m.strategy);
  std::vector<Moved> bins;
  for (long bin = 0; bin < m.every; ++bin) {
    std::vector<long> steps;
    for (long i = bin; i < m.strategy.steps(); i += m.every) steps.push_back(i);
    bins.push_back(moved_by(columns, steps));
  }
  std::vector<AmplifiedSide> out = by_largest_bins(m, bins);
  if (proved<"MATRIX-SUM">(sums_are_nonnegative(bins))) {
    out.push_back(by_sum(m, shifts_of_bins(bins, columns.rows)));
  }
  return out;
}

}  // namespace plumbline
