#include "reference/engines/laplace_sums/table_rows.hpp"

#include <algorithm>
#include <stdexcept>

#include "reference/arithmetic/functions/ball_polynomial.hpp"

namespace plumbline::laplace_sums {
namespace {

/// Returns prod_i (a_i + y b_i)^{N_i} up to y^most_rows.
RowPolynomial product_of(const std::vector<LatticeStep>& steps, long most_rows, Bits p,
                         const Poll& poll) {
  RowPolynomial out(p);
  for (const LatticeStep& step : steps) {
    const RowPolynomial base(step, most_rows, p);
    RowPolynomial grown(p);
    long bit = 1;
    while (bit <= step.count / 2) bit *= 2;
    for (; bit > 0; bit /= 2) {
      poll();
      grown = grown.times(grown, most_rows, p, poll);
      if ((step.count & bit) != 0) grown = grown.times(base, most_rows, p, poll);
    }
    out = out.times(grown, most_rows, p, poll);
  }
  return out;
}

}  // namespace

RowPolynomial::RowPolynomial(const LatticeStep& step, long most_rows, Bits p)
    : width_(step.reach + 1) {
  const bool stretched = most_rows > 0 && !step.stretches.empty();
  coefficients_.assign(static_cast<size_t>(stretched ? 2 * width_ : width_), Ball(p));
  for (const auto& atom : step.atoms) {
    coefficients_[static_cast<size_t>(atom.place)] += atom.weight(p);
  }
  if (!stretched) return;
  for (const auto& stretch : step.stretches) {
    const Ball weight = stretch.cell_weight(p);
    for (long k = stretch.low; k < stretch.high; ++k) {
      coefficients_[static_cast<size_t>(width_ + k)] += weight;
    }
  }
}

RowPolynomial::RowPolynomial(Bits p) : coefficients_{Ball::integer(1, p)} {}

std::vector<Ball> RowPolynomial::spread(long first, long count, long width, Bits p) const {
  const long last = std::min(rows(), first + count - 1);
  std::vector<Ball> out(static_cast<size_t>((last - first) * width + width_), Ball(p));
  for (long m = first; m <= last; ++m) {
    for (long j = 0; j < width_; ++j) out[static_cast<size_t>((m - first) * width + j)] = at(m, j);
  }
  return out;
}

/// Multiplies a few rows at a time and polls in between, because one product of long polynomials takes seconds.
RowPolynomial RowPolynomial::times(const RowPolynomial& o, long most_rows, Bits p,
                                   const Poll& poll) const {
  constexpr long kAtOnce = 1L << 16;
  RowPolynomial out;
  out.width_ = width_ + o.width_ - 1;
  const long all = std::min(most_rows, rows() + o.rows()) + 1;
  const bool whole = (rows() + o.rows() + 1) * out.width_ <= kAtOnce;
  const long some =
      whole ? std::max(rows(), o.rows()) + 1 : std::max(1L, kAtOnce / (2 * out.width_));
  out.coefficients_.assign(static_cast<size_t>(out.width_ * all), Ball(p));
  for (long i = 0; i <= rows(); i += some) {
    const std::vector<Ball> left = spread(i, some, out.width_, p);
    for (long j = 0; j <= o.rows() && i + j < all; j += some) {
      poll();
      const std::vector<Ball> part = polynomial_product(left, o.spread(j, some, out.width_, p), p);
      const size_t from = static_cast<size_t>((i + j) * out.width_),
                   count = std::min(part.size(), out.coefficients_.size() - from);
      for (size_t k = 0; k < count; ++k) out.coefficients_[from + k] += part[k];
    }
  }
  return out;
}

TableRows::TableRows(const std::vector<LatticeStep>& steps, const Rational& spacing, long most_rows,
                     Bits p, const Poll& poll)
    : p_(p), most_rows_(most_rows), table_(product_of(steps, most_rows, p, poll)) {
  falling_ = sums_of(CellRate(spacing, -1, p), poll);
  rising_ = sums_of(CellRate(spacing, +1, p), poll);
}

std::vector<Ball> TableRows::sums_of(const CellRate& rate, const Poll& poll) const {
  std::vector<Ball> place(static_cast<size_t>(table_.width()), Ball(p_));
  Ball power = Ball::integer(1, p_);
  for (long m = 0; m <= table_.rows(); ++m) {
    for (long j = 0; j < table_.width(); ++j) {
      place[static_cast<size_t>(j)] += table_.at(m, j) * power;
    }
    power = power * rate.integral;
    poll();
  }
  std::vector<Ball> out{Ball(p_)};
  const Ball factor = exp(rate.rho);
  Ball grown = Ball::integer(1, p_);
  for (const Ball& x : place) {
    out.push_back(out.back() + x * grown);
    grown = grown * factor;
  }
  return out;
}

std::vector<std::vector<Ball>> TableRows::window(long rows, long last, long count) const {
  std::vector<std::vector<Ball>> out(static_cast<size_t>(rows) + 1,
                                     std::vector<Ball>(static_cast<size_t>(count), Ball(p_)));
  for (long m = 0; m <= std::min(rows, table_.rows()); ++m) {
    for (long i = 0; i < count; ++i) {
      const long j = last - i;
      if (j < 0 || j >= table_.width()) continue;
      out[static_cast<size_t>(m)][static_cast<size_t>(i)] = table_.at(m, j);
    }
  }
  return out;
}

Ball TableRows::below(long rows, long last, int tau) const {
  if (rows != most_rows_) throw std::logic_error("a table of rows is queried for another number");
  const long places = std::clamp(last + 1, 0L, table_.width());
  return (tau < 0 ? falling_ : rising_)[static_cast<size_t>(places)];
}

}  // namespace plumbline::laplace_sums
