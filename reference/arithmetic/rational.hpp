/// Exact rational numbers, the type of every parameter of the suite. Parameters are not rounded to doubles; the value
/// of a double that the caller passes is exact.
#pragma once

#include <compare>
#include <optional>
#include <string>
#include <string_view>

#include "reference/arithmetic/flint.hpp"

namespace plumbline {

class Rational {
 public:
  Rational() { fmpq_init(q_); }
  explicit Rational(long n) : Rational() { fmpq_set_si(q_, n, 1); }
  Rational(long num, unsigned long den) : Rational() { fmpq_set_si(q_, num, den); }
  Rational(const Rational& o) : Rational() { fmpq_set(q_, o.q_); }
  Rational(Rational&& o) noexcept : Rational() { fmpq_swap(q_, o.q_); }
  Rational& operator=(Rational o) noexcept {
    fmpq_swap(q_, o.q_);
    return *this;
  }
  ~Rational() { fmpq_clear(q_); }

  /// Parses a decimal (`0.1`, `1e-5`), a fraction (`1/3`, also of decimals), a power (`2^-40`) or a C hex float
  /// (`0x1.8p-1`) as the exact number written, with the parser and the grammar of number.hpp. Throws
  /// std::invalid_argument, naming the text, if it is not a number (nan and inf included), if the number is
  /// irrational (`log(3)`), and if an exponent is beyond 100000.
  static Rational parse(std::string_view text);

  /// Returns the exact value of a finite binary64. Throws std::invalid_argument on nan and inf.
  static Rational from_binary64(double x);
  /// Returns the natural number with these digits. Throws std::invalid_argument if they are malformed.
  static Rational natural(const std::string& digits, int base);
  /// Returns mantissa * 2^exponent.
  static Rational dyadic(const fmpz_t mantissa, long exponent);

  /// Returns the total number of bits of the numerator and the denominator.
  long bits() const;
  bool is_integer() const;
  bool is_zero() const { return fmpq_is_zero(q_) != 0; }
  int sign() const { return fmpq_sgn(q_); }
  /// Returns approximately the nearest binary64: for heuristics only, never for a bound.
  double approximate() const;

  /// Returns the canonical text: a terminating decimal of up to 40 digits if there is one, otherwise
  /// `numerator/denominator`. Rational::parse reads the text as the same number.
  std::string text() const;

  const fmpq* raw() const { return q_; }

  friend Rational operator+(const Rational& a, const Rational& b);
  friend Rational operator-(const Rational& a, const Rational& b);
  friend Rational operator*(const Rational& a, const Rational& b);
  /// Throws std::domain_error if b is zero.
  friend Rational operator/(const Rational& a, const Rational& b);
  friend Rational operator-(const Rational& a) { return Rational(0) - a; }
  /// Returns q^n for n >= 0.
  friend Rational power(const Rational& q, long n);
  /// Returns the square root, if it is rational.
  friend std::optional<Rational> rational_root(const Rational& x);
  /// Returns the largest integer <= a.
  friend Rational floor(const Rational& a);
  /// Returns the largest rational such that a and b are integer multiples of it; gcd(a, 0) = |a|.
  friend Rational gcd(const Rational& a, const Rational& b);
  friend bool operator==(const Rational& a, const Rational& b) {
    return fmpq_equal(a.q_, b.q_) != 0;
  }
  friend std::strong_ordering operator<=>(const Rational& a, const Rational& b) {
    return fmpq_cmp(a.q_, b.q_) <=> 0;
  }

 private:
  fmpq_t q_;
};

/// Returns 10^n for any n.
Rational power_of_ten(long n);

/// Return the largest decimal of at most `digits` >= 1 significant digits that is at most x, and the smallest that is
/// at least x.
Rational decimal_below(const Rational& x, int digits);
Rational decimal_above(const Rational& x, int digits);
/// Returns the nearer of decimal_below and decimal_above; if both are equally near, the one whose last digit is even,
/// as printf rounds.
Rational decimal_nearest(const Rational& x, int digits);

}  // namespace plumbline
