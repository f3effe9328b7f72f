/// Real ball arithmetic over FLINT's arb_t.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "reference/arithmetic/bits.hpp"
#include "reference/arithmetic/flint.hpp"
#include "reference/arithmetic/rational.hpp"
#include "reference/arithmetic/upper_bound.hpp"

namespace plumbline {

/// A real ball [mid +- rad]. Every operation returns a ball that contains the image of all points
/// of its inputs. The ball carries its precision; a binary operation uses the larger one. There is
/// no global precision and no implicit conversion from double.
class Ball {
 public:
  /// Constructs zero.
  explicit Ball(Bits p) : p_(p) { arb_init(b_); }
  Ball(const Rational& q, Bits p) : Ball(p) { arb_set_fmpq(b_, q.raw(), p.n); }
  Ball(const Ball& o) : Ball(o.p_) { arb_set(b_, o.b_); }
  Ball(Ball&& o) noexcept : Ball(o.p_) { arb_swap(b_, o.b_); }
  Ball& operator=(Ball o) noexcept {
    arb_swap(b_, o.b_);
    p_ = o.p_;
    return *this;
  }
  ~Ball() { arb_clear(b_); }

  static Ball integer(long n, Bits p);
  /// Returns the exact value of a binary64: 0.1 means 3602879701896397 * 2^-55. For nan, returns an indeterminate
  /// ball, which contains every number.
  static Ball from_binary64(double x, Bits p);
  static Ball pi(Bits p);
  /// Returns the whole real line, the result of an undefined operation.
  static Ball indeterminate(Bits p);
  /// Returns a small ball that contains both arguments.
  static Ball hull(const Ball& a, const Ball& b);
  /// Returns exactly [0, top].
  static Ball zero_to(const UpperBound& top, Bits p);

  Bits precision() const { return p_; }
  bool is_finite() const { return arb_is_finite(b_) != 0; }
  bool is_exact() const { return arb_is_exact(b_) != 0; }
  bool is_exactly_zero() const { return arb_is_zero(b_) != 0; }
  bool contains_zero() const { return arb_contains_zero(b_) != 0; }
  bool contains(const Ball& o) const { return arb_contains(b_, o.b_) != 0; }
  bool contains(const Rational& q) const { return arb_contains_fmpq(b_, q.raw()) != 0; }

  /// Return the end points as exact balls, rounded outward to the precision.
  Ball lower() const;
  Ball upper() const;
  /// Returns the midpoint as an exact ball. It is a heuristic value and bounds nothing.
  Ball midpoint() const;
  /// Returns an upper bound of the radius.
  UpperBound radius() const;
  /// Returns an upper bound of |x| over the ball.
  UpperBound magnitude() const;
  /// Returns this ball with another precision for later operations (the value is not rounded).
  Ball at(Bits p) const;
  /// Rounds the midpoint to the precision; the radius grows by the rounding error.
  Ball rounded(Bits p) const;

  /// Returns the number of correct relative digits, -log10 of (width / largest magnitude): +inf for an exact ball, <= 0
  /// if nothing is known.
  double relative_digits() const;
  /// Return approximations for heuristics: the midpoint as a double, and log|midpoint| without overflow.
  double approximate() const;
  double log_approximate() const;

  /// Returns strings with lo <= every point <= hi of `digits` significant digits each; lo is rounded down and hi up.
  /// The ends of an unbounded ball are "-inf" and "inf".
  std::pair<std::string, std::string> decimal_bounds(int digits) const;
  /// Returns the numbers that the strings of decimal_bounds() denote; nothing for an infinite end, or if the exponent
  /// is beyond the range of Rational::parse.
  std::pair<std::optional<Rational>, std::optional<Rational>> decimal_ends(int digits) const;

  friend Ball operator+(const Ball& a, const Ball& b);
  friend Ball operator-(const Ball& a, const Ball& b);
  friend Ball operator*(const Ball& a, const Ball& b);
  friend Ball operator/(const Ball& a, const Ball& b);
  friend Ball operator-(const Ball& a);
  friend Ball operator*(const Ball& a, long n);
  friend Ball operator+(const Ball& a, long n);
  friend Ball operator-(const Ball& a, long n) { return a + (-n); }
  friend Ball operator/(const Ball& a, long n);
  Ball& operator+=(const Ball& o);

  friend Ball exp(const Ball& a);
  friend Ball expm1(const Ball& a);
  friend Ball log(const Ball& a);
  friend Ball log1p(const Ball& a);
  friend Ball sqrt(const Ball& a);
  friend Ball square(const Ball& a);
  friend Ball cos(const Ball& a);
  friend Ball cosh(const Ball& a);
  friend Ball erf(const Ball& a);
  friend Ball erfc(const Ball& a);
  friend Ball atan2(const Ball& y, const Ball& x);
  friend Ball max(const Ball& a, const Ball& b);
  friend Ball min(const Ball& a, const Ball& b);
  /// Returns a^n for a natural number n (an integer-valued rational >= 0).
  friend Ball power(const Ball& a, const Rational& n);
  /// Returns a^b = exp(b log a) for a > 0.
  friend Ball power(const Ball& a, const Ball& b);
  friend Ball abs(const Ball& a);
  /// Returns log Gamma(a) for a > 0.
  friend Ball log_gamma(const Ball& a);
  /// Returns the largest integer <= a, if it is the same for all points of the ball.
  friend std::optional<Rational> certain_floor(const Ball& a);

  /// Comparisons of balls have three results (true, false, undecided), so there is no operator<. Each function returns
  /// true if the comparison in its name is certain.
  friend bool certainly_less(const Ball& a, const Ball& b) { return arb_lt(a.b_, b.b_) != 0; }
  friend bool certainly_at_most(const Ball& a, const Ball& b) { return arb_le(a.b_, b.b_) != 0; }
  friend bool certainly_positive(const Ball& a) { return arb_is_positive(a.b_) != 0; }
  friend bool certainly_negative(const Ball& a) { return arb_is_negative(a.b_) != 0; }
  friend bool overlaps(const Ball& a, const Ball& b) { return arb_overlaps(a.b_, b.b_) != 0; }
  /// Compares the midpoints, for sorting. The result proves nothing about the numbers.
  friend bool midpoint_less(const Ball& a, const Ball& b) {
    return arf_cmp(arb_midref(a.b_), arb_midref(b.b_)) < 0;
  }
  /// Returns the ball widened by an error of at most `e` on each side.
  friend Ball widen(const Ball& a, const UpperBound& e);

  const arb_struct* raw() const { return b_; }
  arb_struct* raw() { return b_; }

 private:
  arb_t b_;
  Bits p_;
};

/// Return phi(x) = exp(-x^2/2)/sqrt(2 pi), the standard normal distribution function Phi(x), and 1 - Phi(x), each
/// with full relative accuracy in its own tail.
Ball normal_density(const Ball& x);
Ball normal_cdf(const Ball& x);
Ball normal_survival(const Ball& x);
/// Returns a proved enclosure of Phi^{-1}(p) for a ball p in (0, 1), by Newton's method and a sign check.
Ball normal_quantile(const Ball& p);

/// Returns a decimal with `digits` significant digits that is the midpoint of the ball or slightly below it: a
/// heuristic value, which bounds nothing. Throws std::invalid_argument if there is no such decimal.
Rational decimal_near(const Ball& x, int digits);

/// Returns the exact value of a double.
inline Ball exact(double x, Bits p) { return Ball::from_binary64(x, p); }

}  // namespace plumbline
