/// Floating-point numbers with a precision chosen at run time: MPFR numbers whose digits are stored inside the object
/// for the usual precisions, because the allocation of memory takes longer than a product of such short numbers.
#pragma once

#include <concepts>
#include <cstddef>
#include <iosfwd>
#include <limits>
#include <string>
#include <utility>

#include "verify/approximations/numerics/working_precision.hpp"

namespace plumbline::approximations {

/// A number has the WorkingPrecision of the thread that created it. Arithmetic on numbers of different precisions
/// throws std::logic_error, so that numbers of one run cannot enter another.
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
  ~AdjustableReal() { delete[] far_; }

  Bits precision() const;

  /// Conversions round to the nearest floating-point number; conversions to an integer truncate.
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
  friend AdjustableReal operator+(const AdjustableReal& a, const AdjustableReal& b);
  friend AdjustableReal operator-(const AdjustableReal& a, const AdjustableReal& b);
  friend AdjustableReal operator*(const AdjustableReal& a, const AdjustableReal& b);
  friend AdjustableReal operator/(const AdjustableReal& a, const AdjustableReal& b);
  friend bool operator==(const AdjustableReal& a, const AdjustableReal& b) { return a.equals(b); }
  friend bool operator<(const AdjustableReal& a, const AdjustableReal& b) { return a.below(b); }
  friend bool operator>(const AdjustableReal& a, const AdjustableReal& b) { return b.below(a); }
  friend bool operator<=(const AdjustableReal& a, const AdjustableReal& b) { return a.at_most(b); }
  friend bool operator>=(const AdjustableReal& a, const AdjustableReal& b) { return b.at_most(a); }

  /// Returns the number rounded to `digits10` digits; "nan", "inf" or "-inf" for other values.
  std::string str(int digits10) const;

  /// Returns the MPFR number, for mpfr_cover.hpp.
  const void* data() const { return head_; }
  void* data() { return head_; }

 private:
  friend AdjustableReal without_value(Bits bits);
  struct NoValue {};
  /// Constructs a number with the precision `bits` whose value is not set.
  AdjustableReal(NoValue, long bits);
  AdjustableReal(long n, int);
  AdjustableReal(unsigned long n, int);
  bool equals(const AdjustableReal& x) const;
  bool below(const AdjustableReal& x) const;
  bool at_most(const AdjustableReal& x) const;

  void take_digits(AdjustableReal& x) noexcept;

  static constexpr int kNear = 4;  ///< 256 bits, which suffice for most runs
  alignas(8) std::byte head_[32];
  unsigned long near_[kNear];
  /// Memory for the digits if `near_` is too small for them; otherwise null.
  unsigned long* far_ = nullptr;
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

/// Returns the number of decimal digits to which two numbers, of any precisions, agree: -log10 |a - b| / max(|a|,
/// |b|), at least 0. If they are equal or both nan, returns the number of digits of the coarser one.
int agreeing_digits(const AdjustableReal& a, const AdjustableReal& b);

/// Returns the number of decimal digits of a number with `bits` bits.
constexpr int digits_of(Bits bits) {
  return static_cast<int>(static_cast<double>(bits.n - 1) * 0.30102999566398);
}

}  // namespace plumbline::approximations

/// `digits` and `digits10` are only known at run time: see digits.hpp.
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
