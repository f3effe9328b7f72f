#include "reference/mechanisms/matrix/sum_below.hpp"

#include <algorithm>
#include <cmath>

#include "reference/mechanisms/matrix/split_noise.hpp"

namespace plumbline {

ColumnList columns_of(const Strategy& strategy) {
  ColumnList out;
  for (long i = 0; i < strategy.steps(); ++i) {
    out.at.push_back(strategy.column(i));
    out.rows =
        std::max(out.rows, out.at.back().first + static_cast<long>(out.at.back().entries.size()));
  }
  return out;
}

Moved moved_by(const ColumnList& columns, const std::vector<long>& steps) {
  std::vector<Ball> rows;
  const long first = columns.at[static_cast<size_t>(steps.front())].first;
  Moved out;
  for (const long step : steps) {
    const Strategy::Column& column = columns.at[static_cast<size_t>(step)];
    const auto from = static_cast<size_t>(column.first - first);
    rows.resize(std::max(rows.size(), from + column.entries.size()), Ball(kBelowBits));
    for (size_t t = 0; t < column.entries.size(); ++t) {
      rows[from + t] += Ball(column.entries[t], kBelowBits);
    }
  }
  for (const Ball& x : rows) {
    out.square += square(x);
    out.sum += x;
  }
  return out;
}

double squared_scale(const SampledMatrix& m) {
  return m.sigma == "?" ? 1 : std::pow(Rational::parse(m.sigma).approximate(), 2);
}

// BOUND(MATRIX-SUM)
// Statement.  Let the sums c_i of the columns of A over its R rows be at least 0. Let one record take part in the
//             steps of a random set J, with inputs 1, and let all other inputs be 0. For each J choose any x with 0
//             <= x <= R^{-1/2} times the sum of c_i over J. The pair of this record has at least the profile of N(0,
//             sigma^2) against the mixture of the N(x, sigma^2) over J.
// Needs.      The sums are at least 0: checked here.
// Proof.      Add the rows and divide by R^{1/2}. This is a post-processing, and x is then the upper end. For such
//             mixtures, half-lines are the best tests in both directions. At each level the power, which is the mean
//             of Phi(Phi^{-1}(alpha) + x/sigma), increases with x.
// Source.     Elementary.
AmplifiedSide by_sum(const SampledMatrix& m, const std::vector<Shift>& shifts) {
  Rational rest(1);
  double mean = 0;
  std::string at, weights;
  for (const Shift& x : shifts) {
    if (x.weight.is_zero()) continue;
    at += (at.empty() ? "" : ",") + x.at.text();
    weights += (weights.empty() ? "" : ",") + x.weight.text();
    rest = rest - x.weight;
    mean += x.at.approximate() * x.weight.approximate();
  }
  if (!rest.is_zero()) {
    at = "0," + at;
    weights = rest.text() + "," + weights;
  }
  mean /= std::sqrt(squared_scale(m));
  return {"gaussian_mixture(sigma=" + m.sigma + ",shifts=[" + at + "],weights=[" + weights + "])",
          Rational(1), "MATRIX-SUM", mean * std::sqrt(2 * kMinusLogDelta) * 0.9 + mean * mean / 2};
}

bool sums_are_nonnegative(const std::vector<Moved>& moved) {
  return std::all_of(moved.begin(), moved.end(),
                     [](const Moved& x) { return certainly_at_most(Ball(kBelowBits), x.sum); });
}

Rational scaled_down(const Ball& sum, long rows) { return root_end(square(sum) / rows, false); }

std::string likely_best(const std::vector<AmplifiedSide>& below) {
  std::string out;
  double most = 0;
  for (const AmplifiedSide& x : below) {
    if (!(x.share == Rational(1)) || x.likely < most) continue;
    most = x.likely;
    out = x.expression;
  }
  return out;
}

}  // namespace plumbline
