/// Floating-point numbers of a precision chosen when the program runs: MPFR C++'s mpreal behind a
/// cover, since its header takes seconds in every file that sees it.
#pragma once

#include <concepts>
#include <cstddef>
#include <iosfwd>
#include <limits>
#include <string>
#include <utility>

#include "verify/approximations/numerics/working_precision.hpp"

namespace plumbline::approximations {

/// Made in the thread's WorkingPrecision, which the number keeps. Numbers of two precisions do not
/// mix: arithmetic on them throws std::logic_error, so that none of one run gets into another.
class AdjustableReal {
 public:
  AdjustableReal() : AdjustableReal(0L, 0) {}
  template <std::signed_integral T>
  AdjustableReal(T n) : AdjustableReal(static_cast<long>(n), 0) {}
  template <std::unsigned_integral T>
  AdjustableReal(T n) : AdjustableReal(static_cast<unsigned long>(n), 0) {}
  AdjustableReal(double x);
  AdjustableReal(long double x);
  explicit AdjustableReal(const std::string& decimal);
  explicit AdjustableReal(const char* decimal) : AdjustableReal(std::string(decimal)) {}
  AdjustableReal(const AdjustableReal& x);
  AdjustableReal(AdjustableReal&& x) noexcept;
  AdjustableReal& operator=(const AdjustableReal& x);
  AdjustableReal& operator=(AdjustableReal&& x) noexcept;
  ~AdjustableReal();

  Bits precision() const;

  /// Integers are what truncation gives.
  explicit operator double() const;
  explicit operator long double() const;
  explicit operator long() const;
  explicit operator int() const { return static_cast<int>(static_cast<long>(*this)); }
  explicit operator unsigned long() const;

  AdjustableReal& operator+=(const AdjustableReal& x);
  AdjustableReal& operator-=(const AdjustableReal& x);
  AdjustableReal& operator*=(const AdjustableReal& x);
  AdjustableReal& operator/=(const AdjustableReal& x);
  AdjustableReal operator-() const;
  friend AdjustableReal operator+(AdjustableReal a, const AdjustableReal& b) {
    a += b;
    return a;
  }
  friend AdjustableReal operator-(AdjustableReal a, const AdjustableReal& b) {
    a -= b;
    return a;
  }
  friend AdjustableReal operator*(AdjustableReal a, const AdjustableReal& b) {
    a *= b;
    return a;
  }
  friend AdjustableReal operator/(AdjustableReal a, const AdjustableReal& b) {
    a /= b;
    return a;
  }
  friend bool operator==(const AdjustableReal& a, const AdjustableReal& b) { return a.equals(b); }
  friend bool operator<(const AdjustableReal& a, const AdjustableReal& b) { return a.below(b); }
  friend bool operator>(const AdjustableReal& a, const AdjustableReal& b) { return b.below(a); }
  friend bool operator<=(const AdjustableReal& a, const AdjustableReal& b) { return a.at_most(b); }
  friend bool operator>=(const AdjustableReal& a, const AdjustableReal& b) { return b.at_most(a); }

  /// Rounded to so many digits; "nan", "inf" and "-inf" as such.
  std::string str(int digits10) const;

  /// The number behind the cover, for mpreal_cover.hpp.
  const void* data() const { return storage_; }
  void* data() { return storage_; }

 private:
  AdjustableReal(long n, int);
  AdjustableReal(unsigned long n, int);
  bool equals(const AdjustableReal& x) const;
  bool below(const AdjustableReal& x) const;
  bool at_most(const AdjustableReal& x) const;

  alignas(8) std::byte storage_[32];
};

AdjustableReal abs(const AdjustableReal& x);
AdjustableReal ceil(const AdjustableReal& x);
AdjustableReal cos(const AdjustableReal& x);
AdjustableReal exp(const AdjustableReal& x);
AdjustableReal floor(const AdjustableReal& x);
AdjustableReal log(const AdjustableReal& x);
AdjustableReal sin(const AdjustableReal& x);
AdjustableReal sqrt(const AdjustableReal& x);
bool isfinite(const AdjustableReal& x);
bool isnan(const AdjustableReal& x);
std::ostream& operator<<(std::ostream& out, const AdjustableReal& x);

/// Decimal digits to which two numbers, of any precisions, agree: -log10 |a - b| / max(|a|, |b|). As
/// many as the coarser has if they are equal or both nan; 0 at least.
int agreeing_digits(const AdjustableReal& a, const AdjustableReal& b);

/// Decimal digits a number of so many bits has.
constexpr int digits_of(Bits bits) {
  return static_cast<int>(static_cast<double>(bits.n - 1) * 0.30102999566398);
}

}  // namespace plumbline::approximations

/// `digits` and `digits10` are known at run time only: see digits.hpp.
template <>
struct std::numeric_limits<plumbline::approximations::AdjustableReal> {
  using Real = plumbline::approximations::AdjustableReal;
  static constexpr bool is_specialized = true;
  static constexpr bool is_signed = true;
  static constexpr bool is_integer = false;
  static constexpr bool has_infinity = true;
  static constexpr bool has_quiet_NaN = true;
  static Real min();
  static Real epsilon();
  static Real infinity();
  static Real quiet_NaN();
};
