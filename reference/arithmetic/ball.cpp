#include "reference/arithmetic/ball.hpp"

#include <mpfr.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/flint.hpp"
#include "reference/arithmetic/heuristics.hpp"

namespace plumbline {
namespace {

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
  // No caller needs values beyond 2^62, and a number with a huge exponent could exceed the memory.
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

}  // namespace plumbline
