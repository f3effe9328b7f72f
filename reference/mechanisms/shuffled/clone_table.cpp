#include "reference/mechanisms/shuffled/clone_table.hpp"

#include <algorithm>
#include <cmath>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/heuristics.hpp"
#include "reference/mechanisms/integer/binomial.hpp"
#include "reference/mechanisms/poll_here.hpp"
#include "reference/mechanisms/shuffled/clone_threshold.hpp"

namespace plumbline {
namespace {

const Bits kTableBits{256};
constexpr double kTableDepth = 160;
constexpr double kMostEntries = 3e6;  // 24 bytes each

/// Returns half the number of columns with which each row omits a mass of approximately 2^-160.
long likely_half_width(long clones) {
  const double lift = kTableDepth * kLn2;
  return saturated(std::sqrt(lift * static_cast<double>(clones) / 2)) + 3;
}

}  // namespace

std::shared_ptr<const CloneTable> CloneTable::make(const Rational& epsilon0, long users,
                                                   const CloneWindow& window) {
  const long half_width = likely_half_width(window.last);
  const double rows = static_cast<double>(window.last - window.first + 1);
  if (rows * static_cast<double>(2 * half_width + 1) > kMostEntries) return nullptr;
  return std::make_shared<const CloneTable>(epsilon0, users, window, half_width);
}

// BOUND(CLONE-TABLE)
// Statement.  Let T_c(k) = P(Bin(c, 1/2) >= k), w_c the probability of c clones, u = 2^-184, and R = last - first +
//             1. Let t_c(k) be numbers with t_{c+1}(k) = (t_c(k) + t_c(k-1))/2, rounded down to a multiple of u,
//             where t_c(k) is set to 0 for k - floor(c/2) > h and to 1 for k - floor(c/2) < -h. If the errors in the
//             row `first` are at most E, then
//
//                 |t_c(k) - T_c(k)| <= max(E, e^{-2 (h + 1/2)^2/last}) + R u    for all k and first <= c <= last.
//
//             Let v_c differ from w_c by at most r_c, and let the products v_c t_c be rounded down to multiples of u.
//             Then the sum of these products over the rows differs from sum w_c T_c by at most the first bound times
//             sum v_c, plus sum r_c + R u. In the pair of SHUFFLED-CLONES, for any integers k(c), the outcomes x >=
//             k(c) have the probability sum w_c (keep T_c(k(c)) + flip T_c(k(c)-1)) under P, and with keep and flip
//             exchanged under Q.
// Needs.      h >= 0 and 0 <= v_c: by construction. E and r_c: computed from balls, here.
// Proof.      T_{c+1}(k) = (T_c(k) + T_c(k-1))/2 (Pascal). The mean of two errors is at most the larger one, and
//             rounding adds at most u in each row. A value of 0 for k >= floor(c/2) + h + 1 differs from T_c(k) by at
//             most P(Bin(c, 1/2) - c/2 >= h + 1/2) <= e^{-2 (h + 1/2)^2/c} (Hoeffding 1963). A value of 1 for k <=
//             floor(c/2) - h - 1 differs from T_c(k) by P(Bin(c, 1/2) <= k-1), which by symmetry is smaller. |v t - w
//             T| <= v |t - T| + |v - w| T, and T <= 1. x is the number of ones of the clones plus D, where D is one
//             with probability flip under P and keep under Q. So P(x >= k | c) = keep T_c(k) + flip T_c(k-1).
// Source.     Hoeffding 1963, Theorem 2; the rest elementary.
CloneTable::CloneTable(const Rational& epsilon0, long users, const CloneWindow& window,
                       long half_width)
    : window_(window),
      half_width_(half_width),
      answer_(RandomizedBit::of(epsilon0, kTableBits)),
      row_error_(kTableBits),
      mass_(kTableBits),
      error_(kTableBits),
      outside_(kTableBits) {
  const Ball rate = exp(-Ball(epsilon0, kTableBits));
  const Binomial clones{users - 1, rate, -expm1(-Ball(epsilon0, kTableBits))};
  outside_ = clones.bound_at_most(window.first - 1) + clones.bound_at_least(window.last + 1);
  Ball weight = clones.mass(window.first), missed(kTableBits);
  FixedPoint sum;
  for (long c = window.first; c <= window.last; ++c) {
    weights_.push_back(FixedPoint::floor_of_midpoint(weight));
    sum += weights_.back();
    missed += weight.radius().ball(kTableBits) + FixedPoint::units(1, kTableBits);
    if (c < window.last) weight = weight * clones.r / clones.s * (clones.count - c) / (c + 1);
  }
  mass_ = sum.ball(kTableBits);
  fill(weights_);
  const Ball rounded = FixedPoint::units(static_cast<long>(rows()), kTableBits);
  // The mass of the window differs from the mass of `weights_` by `missed`, too.
  error_ = ((row_error_ + rounded) * mass_ + missed * 2 + rounded).upper();
}

std::vector<FixedPoint> CloneTable::first_row() {
  const long c = window_.first, middle = c / 2;
  const Ball half(Rational(1, 2UL), kTableBits);
  const Binomial ones{c, half, half};
  std::vector<FixedPoint> row(columns());
  const long top = std::min(middle + half_width_, c), bottom = std::max(middle - half_width_, 0L);
  Ball mass = ones.mass(top), tail = mass;
  for (long k = top; k >= middle - half_width_; --k) {
    row[static_cast<size_t>(k - middle + half_width_)] = FixedPoint::floor_of_midpoint(tail);
    row_error_ = max(row_error_, tail.radius().ball(kTableBits));
    if (k <= bottom) continue;  // the tail no longer changes, because no number of ones is below 0
    mass = mass * k / (c - k + 1);
    tail += mass;
  }
  // The tail above the highest column is omitted from this row. It is bounded like the values beyond the columns.
  const Ball reach = Ball::integer(2 * half_width_ + 1, kTableBits);
  const Ball beyond = exp(-(square(reach) / (2 * std::max(window_.last, 1L))));
  row_error_ = (row_error_ + FixedPoint::units(1, kTableBits) + beyond).upper();
  return row;
}

void CloneTable::fill(const std::vector<FixedPoint>& weights) {
  weighted_.resize(rows() * columns());
  std::vector<FixedPoint> row = first_row(), next(columns());
  const FixedPoint one = FixedPoint::one();
  for (size_t i = 0; i < rows(); ++i) {
    constexpr size_t kBetweenPolls = 16;
    if (i % kBetweenPolls == 0) poll_here();
    for (size_t j = 0; j < columns(); ++j) weighted_[j * rows() + i] = weights[i] * row[j];
    // floor(c/2) increases where c is odd: the columns are then shifted by one.
    const bool odd = (window_.first + static_cast<long>(i)) % 2 != 0;
    for (size_t j = 0; j < columns(); ++j) {
      const FixedPoint before = odd ? row[j] : j == 0 ? one : row[j - 1];
      const FixedPoint at = !odd ? row[j] : j + 1 < columns() ? row[j + 1] : FixedPoint();
      next[j] = FixedPoint::half_of_sum(at, before);
    }
    row.swap(next);
  }
}

std::optional<CloneTable::Sums> CloneTable::sums(const Ball& share) const {
  const ShareFloors floors(share);
  FixedPoint at, before;
  const auto add = [this](size_t i, long d, FixedPoint* sum) {
    if (d > half_width_) return;
    *sum += d < -half_width_ ? weights_[i] : column(d)[i];
  };
  for (size_t i = 0; i < rows(); ++i) {
    const long c = window_.first + static_cast<long>(i);
    const auto low = floors.floor_of(c + 1);
    if (!low) return std::nullopt;
    const long d = *low + 1 - c / 2;
    add(i, d, &at);
    add(i, d - 1, &before);
  }
  return Sums{at.ball(kTableBits), before.ball(kTableBits)};
}

std::optional<WindowTails> CloneTable::above(const Ball& share) const {
  const auto found = sums(share);
  if (!found) return std::nullopt;
  const UpperBound error = bound<"CLONE-TABLE">(UpperBound::of(error_));
  const Ball P = answer_.keep * found->at + answer_.flip * found->before;
  const Ball Q = answer_.flip * found->at + answer_.keep * found->before;
  const auto enclosed = [&](const Ball& x) {
    const Ball wide = widen(x, error);
    return Ball::hull(max(wide.lower(), Ball(kTableBits)), max(wide.upper(), Ball(kTableBits)));
  };
  const Ball outside =
      bound<"SHUFFLED-CLONES">(Ball::zero_to(UpperBound::of(outside_), kTableBits));
  return WindowTails{{enclosed(P), enclosed(mass_ - P), enclosed(Q), enclosed(mass_ - Q)}, outside};
}

}  // namespace plumbline
