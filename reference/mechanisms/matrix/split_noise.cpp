#include "reference/mechanisms/matrix/split_noise.hpp"

#include <algorithm>
#include <stdexcept>

#include "reference/arithmetic/bound.hpp"

namespace plumbline {
namespace {

std::vector<Ball> sizes_of(const std::vector<Rational>& entries, Bits p) {
  std::vector<Ball> out;
  for (const Rational& x : entries) out.emplace_back(x.sign() < 0 ? -x : x, p);
  return out;
}

/// Returns the overlap at each lag for a lower triangular Toeplitz matrix, as if no column were cut off at the last
/// row.
std::vector<Ball> toeplitz_overlaps(const std::vector<Rational>& coefficients, Bits p) {
  const std::vector<Ball> c = sizes_of(coefficients, p);
  std::vector<Ball> out(c.size(), Ball(p));
  for (size_t lag = 0; lag < c.size(); ++lag) {
    for (size_t i = lag; i < c.size(); ++i) out[lag] += c[i] * c[i - lag];
  }
  return out;
}

struct SizedColumn {
  long first;
  std::vector<Ball> entries;
};

Ball overlap(const SizedColumn& a, const SizedColumn& b, Bits p) {
  const long from = std::max(a.first, b.first);
  const long to = std::min(a.first + static_cast<long>(a.entries.size()),
                           b.first + static_cast<long>(b.entries.size()));
  Ball sum(p);
  for (long t = from; t < to; ++t) {
    sum +=
        a.entries[static_cast<size_t>(t - a.first)] * b.entries[static_cast<size_t>(t - b.first)];
  }
  return sum;
}

std::vector<Ball> column_overlaps(const Strategy& strategy, Bits p) {
  constexpr double kMostProducts = 3e7;
  const long n = strategy.steps(), bands = strategy.bands();
  if (static_cast<double>(n) * static_cast<double>(bands) * static_cast<double>(bands) >
      kMostProducts) {
    throw std::invalid_argument("a matrix of " + std::to_string(n) + " steps and " +
                                std::to_string(bands) + " bands takes too long here");
  }
  std::vector<SizedColumn> columns;
  for (long i = 0; i < n; ++i) {
    const Strategy::Column column = strategy.column(i);
    columns.push_back({column.first, sizes_of(column.entries, p)});
  }
  std::vector<Ball> out(static_cast<size_t>(bands), Ball(p));
  for (long lag = 0; lag < bands; ++lag) {
    for (long i = 0; i + lag < n; ++i) {
      const auto at = static_cast<size_t>(i);
      out[static_cast<size_t>(lag)] =
          max(out[static_cast<size_t>(lag)],
              overlap(columns[at], columns[at + static_cast<size_t>(lag)], p));
    }
  }
  return out;
}

}  // namespace

Rational root_end(const Ball& square, bool upper) {
  constexpr int kDigits = 25;
  const auto [low, high] = sqrt(square).decimal_ends(kDigits);
  const auto& end = upper ? high : low;
  if (!end) throw std::invalid_argument("the norm of a column was not found");
  return *end;
}

std::vector<Ball> overlaps(const Strategy& strategy, Bits p) {
  std::vector<Ball> out = strategy.toeplitz() != nullptr
                              ? toeplitz_overlaps(*strategy.toeplitz(), p)
                              : column_overlaps(strategy, p);
  for (size_t lag = out.size() - 1; lag-- > 0;) out[lag] = max(out[lag], out[lag + 1]);
  return out;
}

// BOUND(MATRIX-SPLIT)
// Statement.  Let A, X and u_i be as in MATRIX-PAIR. Let the steps i with u_i != 0 lie in a set S, which is drawn by
//             any rule before all else, and let the m-th next neighbours in S be at least m s apart. Let Gamma(d) be
//             the largest sum over t of |A_ti A_tj| with |i - j| >= d, and kappa^2 = Gamma(0) + 2 sum over m >= 1 of
//             Gamma(m s). Let y_i = u_i + (sigma/kappa) Z_i for i in S, with independent standard normal Z_i. Then
//             the release can be drawn, row after row, from S, the rest of the data and the y_i. Each row uses only
//             those y_i whose step is not after the row.
// Needs.      The enclosures of the overlaps contain Gamma at every lag.
// Proof.      In row t let r be the sum of |A_tj| over j in S. The noise of row t is the sum over i in S with A_ti !=
//             0 of sigma (|A_ti|/r)^(1/2) Z_ti, with independent standard normal Z_ti, because the shares |A_ti|/r
//             add up to 1. A row with r = 0 does not depend on any u_i. So, apart from the contribution of other
//             records, the row is the sum over i <= t of A_ti u_i + sigma (|A_ti|/r)^(1/2) Z_ti. The parts that
//             belong to i, over all t, are independent Gaussian observations of multiples of u_i. Together they have
//             the same information about u_i as one observation of u_i with noise of variance sigma^2/k, where
//                 k = sum over t of A_ti^2 r/|A_ti| = sum over j in S, t of |A_ti A_tj| <= kappa^2.
//             The inequality holds because for each m at most two j in S are m-th neighbours of i, and they are at
//             least m s away. Given that one observation, the law of the parts does not depend on u_i. The
//             observation is y_i with further noise added.
// Source.     This project's.
Ball split_square(const std::vector<Ball>& overlaps, long stride) {
  Ball sum = overlaps[0];
  for (size_t lag = static_cast<size_t>(stride); lag < overlaps.size();
       lag += static_cast<size_t>(stride)) {
    sum += bound_number<"MATRIX-SPLIT">(overlaps[lag] * 2);
  }
  return sum;
}

}  // namespace plumbline
