#include "reference/arithmetic/rational.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <stdexcept>

#include "reference/arithmetic/bit_cast.hpp"

namespace plumbline {
namespace {

std::string decimal_string(const fmpz_t n) {
  char* s = fmpz_get_str(nullptr, 10, n);
  std::string out(s);
  flint_free(s);
  return out;
}

/// Divides n by the prime as often as possible. Returns the number of divisions.
long strip(fmpz_t n, ulong prime) {
  fmpz_t p;
  fmpz_init_set_ui(p, prime);
  const long k = fmpz_remove(n, n, p);
  fmpz_clear(p);
  return k;
}

}  // namespace

Rational Rational::natural(const std::string& digits, int base) {
  fmpz_t n;
  fmpz_init(n);
  const int status = fmpz_set_str(n, digits.c_str(), base);
  Rational out;
  fmpq_set_fmpz(out.q_, n);
  fmpz_clear(n);
  if (status != 0) throw std::invalid_argument("not digits: '" + digits + "'");
  return out;
}

Rational Rational::from_binary64(double x) {
  // Computes the value from the bits, because a processor may treat the smallest numbers as 0.
  constexpr unsigned kPlaces = 52, kSpecial = 0x7ff;
  constexpr long kLeast = -1074;
  const auto bits = bit_cast<std::uint64_t>(x);
  const auto exponent = static_cast<unsigned>(bits >> kPlaces) & kSpecial;
  if (exponent == kSpecial) throw std::invalid_argument("not a finite number");
  const std::uint64_t one = std::uint64_t{1} << kPlaces, rest = bits & (one - 1);
  const auto size = static_cast<slong>(exponent == 0 ? rest : rest | one);
  fmpz_t mantissa;
  fmpz_init_set_si(mantissa, bit_cast<std::int64_t>(bits) < 0 ? -size : size);
  Rational out = dyadic(mantissa, kLeast + (exponent == 0 ? 0 : static_cast<long>(exponent) - 1));
  fmpz_clear(mantissa);
  return out;
}

Rational Rational::dyadic(const fmpz_t mantissa, long exponent) {
  Rational out;
  fmpq_set_fmpz(out.q_, mantissa);
  if (exponent < 0) {
    fmpq_div_2exp(out.q_, out.q_, static_cast<ulong>(-exponent));
  } else {
    fmpq_mul_2exp(out.q_, out.q_, static_cast<ulong>(exponent));
  }
  return out;
}

long Rational::bits() const {
  return static_cast<long>(fmpz_bits(fmpq_numref(q_)) + fmpz_bits(fmpq_denref(q_)));
}

bool Rational::is_integer() const { return fmpz_is_one(fmpq_denref(q_)) != 0; }

double Rational::approximate() const {
  arf_t x;
  arf_init(x);
  arf_set_round_fmpz(x, fmpq_numref(q_), 64, ARF_RND_NEAR);
  arf_t d;
  arf_init(d);
  arf_set_round_fmpz(d, fmpq_denref(q_), 64, ARF_RND_NEAR);
  arf_div(x, x, d, 64, ARF_RND_NEAR);
  const double out = arf_get_d(x, ARF_RND_NEAR);
  arf_clear(x);
  arf_clear(d);
  return out;
}

std::string Rational::text() const {
  constexpr long kLongestDecimal = 40, kMostBits = 8 * kLongestDecimal, kMostPlaces = 100000;
  const auto fraction = [&] {
    return decimal_string(fmpq_numref(q_)) + "/" + decimal_string(fmpq_denref(q_));
  };
  fmpz_t rest, scaled;
  fmpz_init_set(rest, fmpq_denref(q_));
  const long twos = strip(rest, 2), fives = strip(rest, 5);
  const bool terminating = fmpz_is_one(rest) != 0;
  const long places = std::max(twos, fives);
  fmpz_clear(rest);
  // Lower bound of the number of bits of the numerator after multiplication by 10^places. It detects long decimals:
  // 2^-4000 has thousands of digits, but 1e-4000 has one.
  const long bits = static_cast<long>(fmpz_bits(fmpq_numref(q_))) + places - std::min(twos, fives);
  const bool long_decimal = places > kLongestDecimal && bits > kMostBits;
  if (!terminating || long_decimal || places > kMostPlaces) return fraction();
  fmpz_init(scaled);
  fmpz_set_ui(scaled, 10);
  fmpz_pow_ui(scaled, scaled, static_cast<ulong>(places));
  fmpz_mul(scaled, scaled, fmpq_numref(q_));
  fmpz_divexact(scaled, scaled, fmpq_denref(q_));
  std::string digits = decimal_string(scaled);
  fmpz_clear(scaled);
  // Many places are acceptable for 1e-300, but not if they are significant digits.
  if (places > kLongestDecimal && digits.size() > static_cast<size_t>(kLongestDecimal)) {
    return fraction();
  }
  if (places == 0) {
    // Large powers of ten are easier to read in scientific form, which can be parsed back.
    const size_t last = digits.find_last_not_of('0');
    const size_t zeros = digits.size() - 1 - last;
    if (zeros >= 7) return digits.substr(0, last + 1) + "e" + std::to_string(zeros);
    return digits;
  }
  const bool negative = digits.front() == '-';
  if (negative) digits.erase(0, 1);
  std::string out;
  if (static_cast<long>(digits.size()) + 4 <= places) {
    // Small numbers are printed with an exponent: 0.00001 as 1e-5.
    const long exponent = places - static_cast<long>(digits.size()) + 1;
    out = digits.substr(0, 1) + (digits.size() > 1 ? "." + digits.substr(1) : "") + "e-" +
          std::to_string(exponent);
  } else {
    if (static_cast<long>(digits.size()) <= places) {
      digits.insert(0, static_cast<size_t>(places + 1) - digits.size(), '0');
    }
    out = digits.substr(0, digits.size() - static_cast<size_t>(places)) + "." +
          digits.substr(digits.size() - static_cast<size_t>(places));
  }
  return negative ? "-" + out : out;
}

Rational operator+(const Rational& a, const Rational& b) {
  Rational r;
  fmpq_add(r.q_, a.q_, b.q_);
  return r;
}
Rational operator-(const Rational& a, const Rational& b) {
  Rational r;
  fmpq_sub(r.q_, a.q_, b.q_);
  return r;
}
Rational operator*(const Rational& a, const Rational& b) {
  Rational r;
  fmpq_mul(r.q_, a.q_, b.q_);
  return r;
}
Rational operator/(const Rational& a, const Rational& b) {
  if (b.is_zero()) throw std::domain_error("division by zero");
  Rational r;
  fmpq_div(r.q_, a.q_, b.q_);
  return r;
}

Rational power(const Rational& q, long n) {
  Rational r;
  fmpq_pow_si(r.q_, q.q_, n);
  return r;
}
Rational floor(const Rational& a) {
  Rational r;
  fmpz_fdiv_q(fmpq_numref(r.q_), fmpq_numref(a.q_), fmpq_denref(a.q_));
  return r;
}
Rational gcd(const Rational& a, const Rational& b) {
  Rational r;
  fmpq_gcd(r.q_, a.q_, b.q_);
  return r;
}

std::optional<Rational> rational_root(const Rational& x) {
  if (fmpz_is_square(fmpq_numref(x.q_)) == 0 || fmpz_is_square(fmpq_denref(x.q_)) == 0) {
    return std::nullopt;
  }
  Rational out;
  fmpz_sqrt(fmpq_numref(out.q_), fmpq_numref(x.q_));
  fmpz_sqrt(fmpq_denref(out.q_), fmpq_denref(x.q_));
  return out;
}

Rational power_of_ten(long n) {
  const Rational size = power(Rational(10), n < 0 ? -n : n);
  return n < 0 ? Rational(1) / size : size;
}

Rational decimal_below(const Rational& x, int digits) {
  if (x.is_zero()) return x;
  const Rational size = x.sign() < 0 ? -x : x;
  const auto bits = [](const fmpz_t n) { return static_cast<double>(fmpz_bits(n)); };
  // Finds the exponent of the first digit, first approximately, then exactly.
  constexpr double kLog10Of2 = 0.301029995663981;
  const double log2 = bits(fmpq_numref(x.raw())) - bits(fmpq_denref(x.raw()));
  long first = static_cast<long>(std::floor(kLog10Of2 * log2));
  while (size < power_of_ten(first)) --first;
  while (power_of_ten(first + 1) <= size) ++first;
  const Rational unit = power_of_ten(first + 1 - digits);
  return floor(x / unit) * unit;
}

Rational decimal_above(const Rational& x, int digits) { return -decimal_below(-x, digits); }

Rational decimal_nearest(const Rational& x, int digits) {
  const Rational below = decimal_below(x, digits), above = decimal_above(x, digits);
  const Rational down = x - below, up = above - x;
  if (!(down == up)) return down < up ? below : above;
  if (up.is_zero()) return x;
  const Rational places = below / (above - below);
  return (places * Rational(1, 2)).is_integer() ? below : above;
}

}  // namespace plumbline
