#include "reference/engines/laplace_sums/row_sums.hpp"

#include <algorithm>
#include <cmath>

#include "reference/arithmetic/bound.hpp"
#include "reference/engines/laplace_sums/uniform_sums.hpp"

namespace plumbline::laplace_sums {
namespace {

/// Computes the sums of sums_below() for x = k + v with an integer k >= 0 and 0 <= v < 1, in the notation of
/// BOUND(LAPLACE-SUM).
class SumsAt {
 public:
  SumsAt(const Rows& rows, const Rational& spacing, long last_row, const std::vector<int>& taus,
         long k, const Ball& v, const Poll& poll)
      : rows_(rows), last_row_(last_row), taus_(taus), k_(k), v_(v), poll_(poll) {
    for (const int tau : taus) rates_.emplace_back(spacing, tau, v.precision());
  }

  std::vector<Ball> sums(bool without_last_node) const {
    // At the lattice points j = k, k-1, ..., k-last_row (if they are at least 0), x - j < m for some rows m, where
    // F_m(x-j) is smaller than c^m. These rows are summed one by one. At lower points F_m(x-j) = c^m for all rows.
    const long count = std::min(last_row_, k_) + 1;
    const auto A = rows_.window(last_row_, k_, count);
    const Bits p = A.front().front().precision();
    const size_t nodes = static_cast<size_t>(count);
    std::vector<std::vector<Ball>> whole(taus_.size(), std::vector<Ball>(nodes, Ball(p)));
    std::vector<Ball> part(taus_.size(), Ball(p)), c_m(taus_.size(), Ball::integer(1, p));
    UniformSums uniform(v_, count, rates_);
    for (size_t m = 0; m < A.size(); ++m) {
      poll_();
      for (size_t r = 0; r < taus_.size(); ++r) {
        const std::vector<Ball>& G = uniform.values(r);
        for (size_t i = 0; i < std::min(m, nodes); ++i) {
          if (!A[m][i].is_exactly_zero()) part[r] += A[m][i] * G[i].rounded(p);
        }
        for (size_t i = m; i < nodes; ++i) {
          if (m == 0 && i == 0 && without_last_node) continue;
          if (!A[m][i].is_exactly_zero()) whole[r][i] += A[m][i] * c_m[r];
        }
        c_m[r] = c_m[r] * rates_[r].integral.rounded(p);
      }
      if (m + 1 < A.size()) uniform.advance();
    }
    std::vector<Ball> out;
    for (size_t r = 0; r < taus_.size(); ++r) out.push_back(total(r, part[r], whole[r]));
    return out;
  }

 private:
  Ball total(size_t r, const Ball& part, const std::vector<Ball>& whole) const {
    const Bits p = part.precision();
    const Ball rho = rates_[r].rho.rounded(p), factor = exp(-rho);
    Ball weight = exp(rho * k_);
    Ball sum = rows_.below(last_row_, k_ - last_row_ - 1, taus_[r]);
    sum += part * (weight * exp(rho * v_.rounded(p)));
    for (const Ball& x : whole) {
      sum += x * weight;
      weight = weight * factor;
    }
    return sum;
  }

  const Rows& rows_;
  long last_row_;
  const std::vector<int>& taus_;
  std::vector<CellRate> rates_;
  long k_;
  Ball v_;
  const Poll& poll_;
};

}  // namespace

// BOUND(LAPLACE-SUM)
// Statement.  Let S be the sum of N_i losses of kind i. Each loss of kind i consists of atoms and of intervals on
//             which its own e^{L/2} dP is uniform, with all ends at o_i + w (0, 1, 2, ...). Let a = sum_i N_i o_i and
//             S = a + w u. Let a_ik be the weight of e^{L/2} dP at the k-th place of kind i, and b_ik that of the cell
//             from this place to the next. For T = e^{S/2} dP, tau = +-1 and rho = tau w/2
//                 int_{u <= x} e^{tau S/2} dT = e^{tau a/2} sum_{m,j} A_{m,j} e^{rho j} F_m(x-j),
//                 sum_{m,j} A_{m,j} y^m z^j = prod_i (sum_k (a_ik + y b_ik) z^k)^{N_i},
//                 F_0 = 1 on [0, inf),   F_m(v) = int_0^v e^{rho u} f_m(u) du,
//             where f_m is the density of a sum of m uniform variables on [0, 1]. The formula is exact: rounding is
//             the only error. With tau = -1 the integral is P(S <= t), with tau = +1 it is Q(S <= t), where t = a + w
//             x. For the open half line the term of m = 0, j = x is omitted. If the ball of x does not decide the
//             integer part of x, the result is the hull of the values at both ends of this ball.
// Needs.      Nothing.
// Proof.      The measure of one step of a kind is sum_k a_ik at k plus b_ik times the uniform distribution on [k,
//             k+1]. The measures of independent steps convolve: j adds the places, m counts the uniform variables,
//             and e^{rho u} = e^{rho j} e^{rho (u-j)}. For v >= m, F_m(v) = c^m with c = (e^rho - 1)/rho. For v < m,
//             with G_m(v) = e^{-rho v} F_m(v),
//                 m f_{m+1}(v) = v f_m(v) + (m+1-v) f_m(v-1),
//                 rho G_{m+1}(v) = f_{m+1}(v) - G_m(v) + G_m(v-1).
//             The second equation follows by parts from f_{m+1}'(v) = f_m(v) - f_m(v-1). The measure of u <= x
//             increases with x: for x in a ball, it lies between the values at the ends. For laplace with ratio mu: w
//             = 2 mu, o_i = -mu, both atoms are e^{-mu/2}/2, and the cell is e^{-mu/2} mu/2.
// Source.     Irwin 1927, Hall 1927, and the recurrence of B-splines; the tilting is this project's.
std::vector<Ball> sums_below(const Rows& rows, const Rational& spacing, long last_row,
                             const std::vector<int>& taus, const Ball& x, bool open,
                             const Poll& poll) {
  const auto floor = certain_floor(x);
  const bool decided = floor && (!open || (x - Ball(*floor, x.precision())).is_exactly_zero() ||
                                 certainly_less(Ball(*floor, x.precision()), x));
  if (!decided && !x.is_finite()) {
    return std::vector<Ball>(taus.size(), Ball::indeterminate(x.precision()));
  }
  if (!decided) {
    std::vector<Ball> out = sums_below(rows, spacing, last_row, taus, x.lower(), open, poll);
    const auto high = sums_below(rows, spacing, last_row, taus, x.upper(), open, poll);
    for (size_t r = 0; r < out.size(); ++r) {
      out[r] = bound<"LAPLACE-SUM">(Ball::hull(out[r], high[r]));
    }
    return out;
  }
  if (floor->sign() < 0) return std::vector<Ball>(taus.size(), Ball(x.precision()));
  const Ball v = x - Ball(*floor, x.precision());
  const long k = static_cast<long>(floor->approximate());
  return SumsAt(rows, spacing, last_row, taus, k, v, poll).sums(open && v.is_exactly_zero());
}

long lost_bits(const Rational& spacing, long last_row, double rare) {
  // A value of the recurrence has the errors of two earlier values, divided by rho. Moreover, a value is small where
  // the density of the sum of uniform variables is small: then its relative error is larger.
  const double rows = static_cast<double>(last_row);
  const double each = std::max(0.0, std::log2(4 / spacing.approximate()));
  return static_cast<long>(rows * each + 2 * std::log2(rows + 2) +
                           std::clamp(rare, 0.0, rows * (2 + std::log2(rows + 1))));
}

}  // namespace plumbline::laplace_sums
