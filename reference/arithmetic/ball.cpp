#include "reference/arithmetic/ball.hpp"

#include <mpfr.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/heuristics.hpp"

namespace plumbline {
namespace {

/// Makes "1.50e-01" readable: positional for moderate exponents, otherwise d.ddde-11. Only moves
/// the point, so the number stays the same.
std::string tidy(const std::string& scientific) {
  const size_t e = scientific.find('e');
  if (e == std::string::npos) return scientific;  // inf, nan
  const long exponent = std::stol(scientific.substr(e + 1));
  std::string mantissa = scientific.substr(0, e);
  const bool negative = mantissa.front() == '-';
  if (negative) mantissa.erase(0, 1);
  std::string digits;
  for (char c : mantissa) {
    if (c != '.') digits += c;
  }
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

/// x rounded in the given direction to `digits` significant decimal digits.
std::string decimal(const arf_t x, int digits, mpfr_rnd_t direction) {
  if (arf_is_zero(x)) return "0";
  if (arf_is_pos_inf(x)) return "inf";
  if (arf_is_neg_inf(x)) return "-inf";
  if (arf_is_nan(x)) return direction == MPFR_RNDD ? "-inf" : "inf";
  mpfr_t y;
  mpfr_init2(y, std::max<mpfr_prec_t>(arf_bits(x), 2));  // exact unless the exponent overflows
  arf_get_mpfr(y, x, direction);
  char* s = nullptr;
  mpfr_asprintf(&s, direction == MPFR_RNDD ? "%.*RDe" : "%.*RUe", digits - 1, y);
  std::string out(s);
  mpfr_free_str(s);
  mpfr_clear(y);
  return tidy(out);
}

/// Exactly x, where that is finite and of at most a hundred thousand digits on either side of the
/// point.
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

double log_of(const arf_t x) {
  if (arf_is_zero(x)) return -std::numeric_limits<double>::infinity();
  if (!arf_is_finite(x)) return std::numeric_limits<double>::infinity();
  arf_t m;
  fmpz_t e;
  arf_init(m);
  fmpz_init(e);
  arf_frexp(m, e, x);
  const double out =
      std::log(std::fabs(arf_get_d(m, ARF_RND_NEAR))) + fmpz_get_d(e) * 0.6931471805599453;
  arf_clear(m);
  fmpz_clear(e);
  return out;
}

using Binary = void (*)(arb_t, const arb_t, const arb_t, slong);
using Unary = void (*)(arb_t, const arb_t, slong);

Ball apply(Binary f, const Ball& a, const Ball& b) {
  Ball r(wider(a.precision(), b.precision()));
  f(r.raw(), a.raw(), b.raw(), r.precision().n);
  return r;
}

Ball apply(Unary f, const Ball& a) {
  Ball r(a.precision());
  f(r.raw(), a.raw(), a.precision().n);
  return r;
}

}  // namespace

Ball Ball::integer(long n, Bits p) {
  Ball r(p);
  arb_set_si(r.b_, n);
  return r;
}

Ball Ball::from_binary64(double x, Bits p) {
  if (std::isnan(x)) return indeterminate(p);
  Ball r(p);
  arf_set_d(arb_midref(r.b_), x);
  return r;
}

Ball Ball::pi(Bits p) {
  Ball r(p);
  arb_const_pi(r.b_, p.n);
  return r;
}

Ball Ball::indeterminate(Bits p) {
  Ball r(p);
  arb_indeterminate(r.b_);
  return r;
}

Ball Ball::hull(const Ball& a, const Ball& b) {
  Ball r(wider(a.p_, b.p_));
  arb_union(r.b_, a.b_, b.b_, r.p_.n);
  return r;
}

Ball Ball::zero_to(const UpperBound& top, Bits p) {
  Ball r(p);
  if (!top.is_finite()) return indeterminate(p);
  mag_mul_2exp_si(arb_radref(r.b_), top.raw(), -1);
  arf_set_mag(arb_midref(r.b_), arb_radref(r.b_));
  return r;
}

Ball Ball::lower() const {
  Ball r(p_);
  arb_get_lbound_arf(arb_midref(r.b_), b_, p_.n);
  return r;
}

Ball Ball::upper() const {
  Ball r(p_);
  arb_get_ubound_arf(arb_midref(r.b_), b_, p_.n);
  return r;
}

Ball Ball::midpoint() const {
  Ball r(p_);
  arf_set(arb_midref(r.b_), arb_midref(b_));
  return r;
}

UpperBound Ball::radius() const {
  UpperBound u;
  if (arf_is_finite(arb_midref(b_))) {
    mag_set(u.raw(), arb_radref(b_));
  } else {
    mag_inf(u.raw());
  }
  return u;
}

UpperBound Ball::magnitude() const { return UpperBound::of(*this); }

Ball Ball::at(Bits p) const {
  Ball r(*this);
  r.p_ = p;
  return r;
}

Ball Ball::rounded(Bits p) const {
  Ball r(p);
  arb_set_round(r.b_, b_, p.n);
  return r;
}

double Ball::relative_digits() const {
  if (!is_finite()) return -std::numeric_limits<double>::infinity();
  if (is_exact()) return std::numeric_limits<double>::infinity();
  const double width = radius().log_approximate() + 0.6931471805599453;
  return (magnitude().log_approximate() - width) / kLn10;
}

double Ball::approximate() const { return arf_get_d(arb_midref(b_), ARF_RND_NEAR); }
double Ball::log_approximate() const { return log_of(arb_midref(b_)); }

namespace {

/// The ends of a ball, rounded outward to more bits than it has.
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

Ball operator+(const Ball& a, const Ball& b) { return apply(arb_add, a, b); }
Ball operator-(const Ball& a, const Ball& b) { return apply(arb_sub, a, b); }
Ball operator*(const Ball& a, const Ball& b) { return apply(arb_mul, a, b); }
Ball operator/(const Ball& a, const Ball& b) { return apply(arb_div, a, b); }
Ball operator-(const Ball& a) {
  Ball r(a.p_);
  arb_neg(r.b_, a.b_);
  return r;
}
Ball operator*(const Ball& a, long n) {
  Ball r(a.p_);
  arb_mul_si(r.b_, a.b_, n, a.p_.n);
  return r;
}
Ball operator+(const Ball& a, long n) {
  Ball r(a.p_);
  arb_add_si(r.b_, a.b_, n, a.p_.n);
  return r;
}
Ball operator/(const Ball& a, long n) {
  Ball r(a.p_);
  arb_div_si(r.b_, a.b_, n, a.p_.n);
  return r;
}
Ball& Ball::operator+=(const Ball& o) {
  p_ = wider(p_, o.p_);
  arb_add(b_, b_, o.b_, p_.n);
  return *this;
}

Ball exp(const Ball& a) { return apply(arb_exp, a); }
Ball expm1(const Ball& a) { return apply(arb_expm1, a); }
Ball log(const Ball& a) { return apply(arb_log, a); }
Ball log1p(const Ball& a) { return apply(arb_log1p, a); }
Ball sqrt(const Ball& a) { return apply(arb_sqrt, a); }
Ball square(const Ball& a) { return apply(arb_sqr, a); }
Ball cos(const Ball& a) { return apply(arb_cos, a); }
Ball cosh(const Ball& a) { return apply(arb_cosh, a); }
Ball erf(const Ball& a) { return apply(arb_hypgeom_erf, a); }
Ball erfc(const Ball& a) { return apply(arb_hypgeom_erfc, a); }
Ball log_gamma(const Ball& a) { return apply(arb_lgamma, a); }
Ball atan2(const Ball& y, const Ball& x) { return apply(arb_atan2, y, x); }
Ball max(const Ball& a, const Ball& b) { return apply(arb_max, a, b); }
Ball min(const Ball& a, const Ball& b) { return apply(arb_min, a, b); }
Ball power(const Ball& a, const Rational& n) {
  Ball r(a.p_);
  arb_pow_fmpz(r.b_, a.b_, fmpq_numref(n.raw()), a.p_.n);
  return r;
}
Ball power(const Ball& a, const Ball& b) { return exp(b * log(a)); }
Ball abs(const Ball& a) {
  Ball r(a.p_);
  arb_abs(r.b_, a.b_);
  return r;
}
std::optional<Rational> certain_floor(const Ball& a) {
  if (!a.is_finite()) return std::nullopt;
  // Beyond 2^62 nothing here is asked for, and an exponent could exceed the memory.
  if (arf_cmpabs_2exp_si(arb_midref(a.b_), 62) >= 0) return std::nullopt;
  arb_t low;
  arb_init(low);
  arb_floor(low, a.b_, std::max<slong>(a.p_.n, 64));
  fmpz_t n;
  fmpz_init(n);
  const bool unique = arb_get_unique_fmpz(n, low) != 0;
  std::optional<Rational> out;
  if (unique) out = Rational(fmpz_get_si(n));
  fmpz_clear(n);
  arb_clear(low);
  return out;
}
Ball widen(const Ball& a, const UpperBound& e) {
  Ball r(a);
  arb_add_error_mag(r.b_, e.raw());
  return r;
}

Ball normal_density(const Ball& x) {
  const Ball two_pi = Ball::pi(x.precision()) * 2;
  return exp(-(square(x) / 2)) / sqrt(two_pi);
}

Ball normal_survival(const Ball& x) { return erfc(x / sqrt(Ball::integer(2, x.precision()))) / 2; }

Ball normal_cdf(const Ball& x) { return normal_survival(-x); }

// BOUND(NORMAL-QUANTILE)
// Statement.  If Phi(lo) <= q <= Phi(hi) for all q of the ball p, the quantiles of all of them lie
//             in [lo, hi]. And Phi^{-1}(q) = -Phi^{-1}(1 - q).
// Needs.      0 < q < 1, Phi(lo) <= q and q <= Phi(hi) for all q of p: checked here (indeterminate
//             otherwise).
// Proof.      Phi is increasing and continuous, from 0 to 1, and Phi(-x) = 1 - Phi(x). How lo and
//             hi are found, by Newton's method on log Phi, does not matter.
// Source.     Elementary.
Ball normal_quantile(const Ball& p) {
  const Bits bits = p.precision();
  const Ball half = Ball(Rational(1, 2), bits);
  if (!certainly_positive(p) || !certainly_less(p, Ball::integer(1, bits))) {
    return Ball::indeterminate(bits);
  }
  if (!certainly_at_most(p, half)) {
    if (certainly_less(half, p)) return -normal_quantile(Ball::integer(1, bits + 64) - p).at(bits);
  }
  const Ball target = p.midpoint();
  // Start from the tail asymptotics, then Newton on log Phi, which is concave: it converges.
  double start = 0.0;
  const double log_p = target.log_approximate();
  if (log_p < -2) start = -std::sqrt(std::max(0.0, -2 * log_p - std::log(4 * M_PI * -log_p)));
  Ball x = Ball::from_binary64(start, bits);
  for (int i = 0; i < 80; ++i) {
    const Ball value = normal_cdf(x);
    const Ball step = (log(value) - log(target)) * value / normal_density(x);
    x = (x - step).midpoint();
    if (!x.is_finite()) return Ball::indeterminate(bits);
    if (step.is_exactly_zero() || step.log_approximate() < -0.65 * static_cast<double>(bits.n) +
                                                               std::max(0.0, x.log_approximate())) {
      break;
    }
  }
  const Ball slope = normal_density(x);
  Ball slack = (p - normal_cdf(x)) / slope;
  Ball reach = slack.magnitude().ball(bits) * 2 +
               exp(Ball::from_binary64(-0.69 * static_cast<double>(bits.n - 8), bits));
  for (int i = 0; i < 200; ++i) {
    const Ball lo = (x - reach).lower(), hi = (x + reach).upper();
    if (certainly_at_most(normal_cdf(lo), p) && certainly_at_most(p, normal_cdf(hi))) {
      return bound<"NORMAL-QUANTILE">(Ball::hull(lo, hi));
    }
    reach = reach * 2;
  }
  return Ball::indeterminate(bits);
}

}  // namespace plumbline
