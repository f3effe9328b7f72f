#include "reference/engines/laplace_sums/binomial_rows.hpp"

#include <algorithm>

namespace plumbline::laplace_sums {
namespace {

Ball atom_at(const LatticeStep& step, long place, Bits p) {
  for (const auto& atom : step.atoms) {
    if (atom.place == place) return atom.weight(p);
  }
  return Ball(p);
}

}  // namespace

BinomialRows::Sums::Sums(const Rational& spacing, int tau, const BinomialRows& rows)
    : rate(spacing, tau, rows.p_), high(exp(rate.rho) * rows.high_) {}

BinomialRows::BinomialRows(const LatticeStep& step, const Rational& spacing, Bits p,
                           const Poll& poll)
    : N_(step.count),
      p_(p),
      low_(atom_at(step, 0, p)),
      high_(atom_at(step, 1, p)),
      cell_(step.stretches.front().cell_weight(p)) {
  std::vector<Ball> term(2, low_atom(N_)), sum(2, Ball(p)), ratio;
  for (const int tau : {-1, +1}) {
    sums_.emplace_back(spacing, tau, *this);
    ratio.push_back(sums_.back().high / low_);
  }
  Ball binomial = Ball::integer(1, p);
  for (long j = 0; j <= N_; ++j) {
    if (j % kStride == 0) {
      kept_.push_back(binomial);
      for (size_t i = 0; i < sums_.size(); ++i) sums_[i].below.push_back(sum[i]);
      poll();
    }
    for (size_t i = 0; i < sums_.size(); ++i) {
      sum[i] += binomial * term[i];
      term[i] = term[i] * ratio[i];
    }
    binomial = binomial * (N_ - j) / (j + 1);
  }
}

std::vector<Ball> BinomialRows::binomials(long first, long count) const {
  std::vector<Ball> out;
  if (first > N_) return std::vector<Ball>(static_cast<size_t>(count), Ball(p_));
  long j = first / kStride * kStride;
  Ball binomial = kept_[static_cast<size_t>(first / kStride)];
  for (; j < first + count; ++j) {
    if (j >= first) out.push_back(binomial);
    binomial = j < N_ ? binomial * (N_ - j) / (j + 1) : Ball(p_);
  }
  return out;
}

Ball BinomialRows::row_zero_below(long last, const Sums& sums) const {
  last = std::min(last, N_);
  const long from = last / kStride * kStride;
  Ball sum = sums.below[static_cast<size_t>(last / kStride)];
  const std::vector<Ball> coefficient = binomials(from, last - from + 1);
  const Ball ratio = sums.high / low_;
  Ball term = low_atom(N_) * power(ratio, Rational(from));
  for (const Ball& binomial : coefficient) {
    sum += binomial * term;
    term = term * ratio;
  }
  return sum;
}

std::vector<std::vector<Ball>> BinomialRows::window(long rows, long last, long count) const {
  // Entry i of a row has j = last - i. From row m to row m+1, C(N-m-1,j) = C(N-m,j) (N-m-j)/(N-m).
  const size_t width = static_cast<size_t>(count);
  std::vector<Ball> whole(width, Ball(p_));  // C(N-m,j) u^{N-j} v^j
  const long first = std::max(0L, last - count + 1), highest = std::min(last, N_);
  if (first <= highest) {
    const std::vector<Ball> binomial = binomials(first, highest - first + 1);
    Ball high = power(high_, Rational(first)), low = low_atom(N_ - highest);
    for (long j = first; j <= highest; ++j) {
      whole[static_cast<size_t>(last - j)] = binomial[static_cast<size_t>(j - first)] * high;
      high = high * high_;
    }
    for (long j = highest; j >= first; --j) {
      const size_t i = static_cast<size_t>(last - j);
      whole[i] = whole[i] * low;
      low = low * low_;
    }
  }
  std::vector<std::vector<Ball>> out;
  const Ball ratio = cell_ / low_;
  Ball weight = Ball::integer(1, p_);  // C(N,m) (b/u)^m
  for (long m = 0; m <= rows; ++m) {
    std::vector<Ball> row(width, Ball(p_));
    for (long j = first; j <= std::min(last, N_ - m); ++j) {
      const size_t i = static_cast<size_t>(last - j);
      row[i] = weight * whole[i];
      whole[i] = N_ > m ? whole[i] * (N_ - m - j) / (N_ - m) : Ball(p_);
    }
    out.push_back(std::move(row));
    weight = weight * ratio * (N_ - m) / (m + 1);
  }
  return out;
}

Ball BinomialRows::below(long rows, long last, int tau) const {
  // Let R_m = sum_{j <= last} C(N-m,j) u^{N-m-j} v^j e^{rho j}. By Pascal's rule
  //     R_m = (u + v e^rho) R_{m+1} - C(N-m-1,last) u^{N-m-1-last} (v e^rho)^{last+1}.
  if (last < 0) return Ball(p_);
  const Sums& known = sums(tau);
  const Ball both = low_ + known.high, edge = power(known.high, Rational(last + 1));
  Ball sum = row_zero_below(last, known), out(p_);
  Ball weight = Ball::integer(1, p_);
  Ball binomial = last <= N_ ? binomials(last, 1).front() : Ball(p_);
  for (long m = 0; m <= std::min(rows, N_); ++m) {
    out += weight * sum;
    if (m == N_) break;
    binomial = last < N_ - m ? binomial * (N_ - m - last) / (N_ - m) : Ball(p_);
    if (last <= N_ - m - 1) sum += binomial * edge * low_atom(N_ - m - 1 - last);
    sum = sum / both;
    weight = weight * cell_ * known.rate.integral * (N_ - m) / (m + 1);
  }
  return out;
}

}  // namespace plumbline::laplace_sums
