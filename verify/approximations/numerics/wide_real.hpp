/// Floating-point numbers with a given number of decimal digits: a wrapper of Boost.Multiprecision's cpp_bin_float. Few
/// files include Boost's templates, because they take seconds to compile in every file that includes them.
#pragma once

#include <concepts>
#include <cstddef>
#include <iosfwd>
#include <limits>
#include <string>

namespace plumbline::approximations {

template <unsigned digits>
class WideReal {
 public:
  WideReal() : WideReal(0L) {}
  template <std::signed_integral T>
  WideReal(T n) : WideReal(static_cast<long>(n), 0) {}
  template <std::unsigned_integral T>
  WideReal(T n) : WideReal(static_cast<unsigned long>(n), 0) {}
  WideReal(double x);
  WideReal(long double x);
  explicit WideReal(const std::string& decimal);
  explicit WideReal(const char* decimal) : WideReal(std::string(decimal)) {}
  template <unsigned other>
  explicit WideReal(const WideReal<other>& x);
  WideReal(const WideReal& x);
  WideReal& operator=(const WideReal& x);

  /// Conversions to an integer truncate.
  explicit operator double() const;
  explicit operator long double() const;
  explicit operator long() const;
  explicit operator int() const { return static_cast<int>(static_cast<long>(*this)); }
  explicit operator unsigned long() const;

  WideReal& operator+=(const WideReal& x);
  WideReal& operator-=(const WideReal& x);
  WideReal& operator*=(const WideReal& x);
  WideReal& operator/=(const WideReal& x);
  WideReal operator-() const;
  friend WideReal operator+(WideReal a, const WideReal& b) { return a += b; }
  friend WideReal operator-(WideReal a, const WideReal& b) { return a -= b; }
  friend WideReal operator*(WideReal a, const WideReal& b) { return a *= b; }
  friend WideReal operator/(WideReal a, const WideReal& b) { return a /= b; }
  friend bool operator==(const WideReal& a, const WideReal& b) { return a.equals(b); }
  friend bool operator<(const WideReal& a, const WideReal& b) { return a.below(b); }
  friend bool operator>(const WideReal& a, const WideReal& b) { return b.below(a); }
  friend bool operator<=(const WideReal& a, const WideReal& b) { return a.at_most(b); }
  friend bool operator>=(const WideReal& a, const WideReal& b) { return b.at_most(a); }

  /// Returns the number rounded to `digits10` digits.
  std::string str(int digits10) const;

  /// Returns the wrapped number, for wide_number.hpp.
  const void* data() const { return storage_; }
  void* data() { return storage_; }

 private:
  WideReal(long n, int);
  WideReal(unsigned long n, int);
  bool equals(const WideReal& x) const;
  bool below(const WideReal& x) const;
  bool at_most(const WideReal& x) const;

  static constexpr size_t kSize = digits <= 25 ? 32 : 64;
  alignas(16) std::byte storage_[kSize];
};

template <unsigned digits>
WideReal<digits> abs(const WideReal<digits>& x);
template <unsigned digits>
WideReal<digits> ceil(const WideReal<digits>& x);
template <unsigned digits>
WideReal<digits> cos(const WideReal<digits>& x);
template <unsigned digits>
WideReal<digits> exp(const WideReal<digits>& x);
template <unsigned digits>
WideReal<digits> floor(const WideReal<digits>& x);
template <unsigned digits>
WideReal<digits> log(const WideReal<digits>& x);
template <unsigned digits>
WideReal<digits> sin(const WideReal<digits>& x);
template <unsigned digits>
WideReal<digits> sqrt(const WideReal<digits>& x);
template <unsigned digits>
WideReal<digits> pow(const WideReal<digits>& x, const WideReal<digits>& y);
template <unsigned digits>
WideReal<digits> pow(const WideReal<digits>& x, int n);
template <unsigned digits>
bool isfinite(const WideReal<digits>& x);
template <unsigned digits>
bool isnan(const WideReal<digits>& x);
template <unsigned digits>
std::ostream& operator<<(std::ostream& out, const WideReal<digits>& x);

}  // namespace plumbline::approximations

/// wide_real.cpp checks these limits against those of Boost.
template <unsigned wide_digits>
struct std::numeric_limits<plumbline::approximations::WideReal<wide_digits>> {
  using Real = plumbline::approximations::WideReal<wide_digits>;
  static constexpr bool is_specialized = true;
  static constexpr bool is_signed = true;
  static constexpr bool is_integer = false;
  static constexpr bool has_infinity = true;
  static constexpr bool has_quiet_NaN = true;
  static constexpr int digits10 = static_cast<int>(wide_digits);
  static constexpr int digits = digits10 <= 25 ? 85 : 168;
  static Real min();
  static Real epsilon();
  static Real infinity();
  static Real quiet_NaN();
};
