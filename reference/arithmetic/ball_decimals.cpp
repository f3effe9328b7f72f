/// The ends of a ball as decimals, rounded outward.
#include <mpfr.h>

#include <algorithm>
#include <stdexcept>

#include "reference/arithmetic/ball.hpp"
#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/flint.hpp"

namespace plumbline {
namespace {

/// Formats the number d.ddd * 10^exponent; `digits` contains its digits dddd, after an optional sign. Uses positional
/// notation for moderate exponents, otherwise a form like d.ddde-11.
std::string readable(std::string digits, long exponent) {
  const bool negative = digits.front() == '-';
  if (negative) digits.erase(0, 1);
  std::string out;
  const long count = static_cast<long>(digits.size());
  if (exponent >= 0 && exponent < std::max(count, 7L)) {
    if (exponent + 1 > count) digits.append(static_cast<size_t>(exponent + 1 - count), '0');
    out = digits.substr(0, static_cast<size_t>(exponent) + 1);
    if (exponent + 1 < count) out += "." + digits.substr(static_cast<size_t>(exponent) + 1);
  } else if (exponent < 0 && exponent >= -5) {
    out = "0." + std::string(static_cast<size_t>(-exponent - 1), '0') + digits;
  } else {
    out = digits.substr(0, 1);
    if (count > 1) out += "." + digits.substr(1);
    out += "e" + std::to_string(exponent);
  }
  return negative ? "-" + out : out;
}

/// Returns x rounded in the given direction to `digits` significant decimal digits.
std::string decimal(const arf_t x, int digits, mpfr_rnd_t direction) {
  if (arf_is_zero(x)) return "0";
  if (arf_is_pos_inf(x)) return "inf";
  if (arf_is_neg_inf(x)) return "-inf";
  if (arf_is_nan(x)) return direction == MPFR_RNDD ? "-inf" : "inf";
  mpfr_t y;
  mpfr_init2(y, std::max<mpfr_prec_t>(arf_bits(x), 2));  // exact unless the exponent overflows
  arf_get_mpfr(y, x, direction);
  std::string out = mpfr_sgn(y) > 0 ? "inf" : "-inf";
  if (mpfr_number_p(y) != 0) {
    // Formats only the digits, as a number below 1: mpfr_printf would write the decimal point of the locale.
    mpfr_exp_t exponent = 0;
    char* s = mpfr_get_str(nullptr, &exponent, 10, static_cast<size_t>(digits), y, direction);
    out = readable(s, mpfr_zero_p(y) != 0 ? 0 : exponent - 1);
    mpfr_free_str(s);
  }
  mpfr_clear(y);
  return out;
}

/// Returns the exact value of x, if it is finite with at most a hundred thousand digits before and after the point.
std::optional<Rational> rational_of(const arf_t x) {
  constexpr slong kMostBits = 332192;  // 10^100000
  if (arf_is_zero(x)) return Rational(0);
  if (!arf_is_finite(x)) return std::nullopt;
  const slong bits = arf_abs_bound_lt_2exp_si(x);
  if (bits > kMostBits || bits < -kMostBits) return std::nullopt;
  fmpz_t mantissa, exponent;
  fmpz_init(mantissa);
  fmpz_init(exponent);
  arf_get_fmpz_2exp(mantissa, exponent, x);
  Rational out = Rational::dyadic(mantissa, fmpz_get_si(exponent));
  fmpz_clear(mantissa);
  fmpz_clear(exponent);
  return out;
}

/// The lower and upper end of a ball, rounded outward to more bits than the ball has.
struct ArfEnds {
  explicit ArfEnds(const Ball& x) {
    arf_init(lower);
    arf_init(upper);
    const slong exact_enough = std::max<slong>(x.precision().n, 53) + 64;
    arb_get_lbound_arf(lower, x.raw(), exact_enough);
    arb_get_ubound_arf(upper, x.raw(), exact_enough);
  }
  ArfEnds(const ArfEnds&) = delete;
  ArfEnds& operator=(const ArfEnds&) = delete;
  ~ArfEnds() {
    arf_clear(lower);
    arf_clear(upper);
  }
  arf_t lower, upper;
};

}  // namespace

std::pair<std::string, std::string> Ball::decimal_bounds(int digits) const {
  const ArfEnds ends(*this);
  return {decimal(ends.lower, digits, MPFR_RNDD), decimal(ends.upper, digits, MPFR_RNDU)};
}

std::pair<std::optional<Rational>, std::optional<Rational>> Ball::decimal_ends(int digits) const {
  const ArfEnds ends(*this);
  std::optional<Rational> lower = rational_of(ends.lower), upper = rational_of(ends.upper);
  if (lower) lower = decimal_below(*lower, digits);
  if (upper) upper = decimal_above(*upper, digits);
  return {lower, upper};
}

Rational decimal_near(const Ball& x, int digits) {
  const std::optional<Rational> out = x.midpoint().decimal_ends(digits).first;
  if (!out) throw std::invalid_argument("no decimal is near a number that is infinite or unknown");
  return *out;
}

}  // namespace plumbline
