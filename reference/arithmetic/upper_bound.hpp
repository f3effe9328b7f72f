/// One-sided bounds. A bound has its own type, so that it is never confused with a value.
#pragma once

#include <string>

#include "reference/arithmetic/bits.hpp"
#include "reference/arithmetic/flint.hpp"

namespace plumbline {

class Ball;

/// A nonnegative number that is at least as large as the quantity it bounds; +inf if nothing is known. All operations
/// round up.
class UpperBound {
 public:
  /// Constructs zero.
  UpperBound() { mag_init(m_); }
  UpperBound(const UpperBound& o) : UpperBound() { mag_set(m_, o.m_); }
  UpperBound(UpperBound&& o) noexcept : UpperBound() { mag_swap(m_, o.m_); }
  UpperBound& operator=(UpperBound o) noexcept {
    mag_swap(m_, o.m_);
    return *this;
  }
  ~UpperBound() { mag_clear(m_); }

  /// Returns an upper bound of |x| over the ball; +inf if the ball is unbounded or indeterminate.
  static UpperBound of(const Ball& x);
  static UpperBound infinite();

  bool is_finite() const { return mag_is_finite(m_) != 0; }
  bool is_zero() const { return mag_is_zero(m_) != 0; }
  /// Returns the bound as an exact ball.
  Ball ball(Bits p) const;
  /// Returns the approximate logarithm of the bound (-inf for 0), for heuristics and reports.
  double log_approximate() const;
  /// Returns the bound in scientific notation with two digits, rounded up ("1.1e-31"); "0" for zero.
  std::string text() const;

  friend UpperBound operator+(const UpperBound& a, const UpperBound& b);
  friend UpperBound operator*(const UpperBound& a, const UpperBound& b);
  friend UpperBound smaller(const UpperBound& a, const UpperBound& b);
  friend UpperBound larger(const UpperBound& a, const UpperBound& b);
  friend bool operator<=(const UpperBound& a, const UpperBound& b) {
    return mag_cmp(a.m_, b.m_) <= 0;
  }

  const mag_struct* raw() const { return m_; }
  mag_struct* raw() { return m_; }

 private:
  mag_t m_;
};

}  // namespace plumbline
