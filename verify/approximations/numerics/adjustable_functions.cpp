/// Constants and special functions of AdjustableReal, computed by MPFR.
#include <algorithm>
#include <cmath>

#include "verify/approximations/numerics/mpfr_cover.hpp"
#include "verify/approximations/numerics/special_functions.hpp"

namespace plumbline::approximations {

using mpfr::mpreal;

namespace {

mp_prec_t working_bits() { return static_cast<mp_prec_t>(WorkingPrecision::current().n); }

mpreal pi_in(mp_prec_t bits) { return mpfr::const_pi(bits); }

/// Returns the exponent with |x| < 2^exponent; 0 for numbers without an exponent.
long exponent(const AdjustableReal& x) {
  return mpfr_regular_p(number(x)) == 0 ? 0 : static_cast<long>(mpfr_get_exp(number(x)));
}

mpreal in_precision(const AdjustableReal& x, long bits) {
  mpreal result(0, static_cast<mp_prec_t>(bits));
  mpfr_set(result.mpfr_ptr(), number(x), MPFR_RNDN);
  return result;
}

template <class Function>
AdjustableReal in_its_precision(const AdjustableReal& x, const Function& f) {
  AdjustableReal result = without_value(x.precision());
  f(number(result), number(x), MPFR_RNDN);
  return result;
}

/// Above this number of terms mpfr_erfc is faster.
constexpr long kMostTerms = 300;

/// Returns the number of terms for which the error of tail_by_fraction() is approximately 2^-bits. The k-th term
/// multiplies the error by approximately (root - x) / (root + x), root = sqrt(x^2 + 4k).
long fraction_terms(const mpreal& x, long bits) {
  const double point = x.toDouble();
  if (!(point > 2)) return kMostTerms;
  double left = static_cast<double>(bits) * std::log(2.0);
  long k = 0;
  for (; left > 0 && k < kMostTerms; ++k) {
    left -= 2 * std::asinh(point / (2 * std::sqrt(static_cast<double>(k + 1))));
  }
  return k;
}

/// Returns 1 - Phi(x) = phi(x) / (x + 1/(x + 2/(x + 3/(x + ...)))) for x > 0 (Laplace).
mpreal tail_by_fraction(const mpreal& x, long terms) {
  mpreal rest = x;
  for (long k = terms; k > 0; --k) {
    mpfr_ui_div(rest.mpfr_ptr(), static_cast<unsigned long>(k), rest.mpfr_srcptr(), MPFR_RNDN);
    mpfr_add(rest.mpfr_ptr(), rest.mpfr_srcptr(), x.mpfr_srcptr(), MPFR_RNDN);
  }
  return mpfr::exp(-x * x / 2) / (rest * mpfr::sqrt(2 * pi_in(x.get_prec())));
}

}  // namespace

namespace constants {

template <>
AdjustableReal pi() {
  return covered(pi_in(working_bits()));
}
template <>
AdjustableReal half_pi() {
  return covered(pi_in(working_bits()) / 2);
}
template <>
AdjustableReal two_pi() {
  return covered(pi_in(working_bits()) * 2);
}
template <>
AdjustableReal root_two_pi() {
  return covered(mpfr::sqrt(pi_in(working_bits() + 8) * 2));
}
template <>
AdjustableReal root_two() {
  return covered(mpfr::sqrt(mpreal(2, working_bits())));
}
template <>
AdjustableReal ln_ten() {
  return covered(mpfr::log(mpreal(10, working_bits())));
}

}  // namespace constants

template <>
AdjustableReal wide_expm1(const AdjustableReal& x) {
  return in_its_precision(x, mpfr_expm1);
}

template <>
AdjustableReal wide_log1p(const AdjustableReal& x) {
  return in_its_precision(x, mpfr_log1p);
}

/// Returns log(1 + x) - x, whose leading term is -x^2/2. The precision is increased by the number of leading zero bits
/// of x, which compensates for the cancellation. For |x| < 2^-bits the first two terms of the series are used, whose
/// error is below rounding.
template <>
AdjustableReal log1p_minus(const AdjustableReal& x) {
  const mpreal given(number(x));
  if (given == 0 || !isfinite(x)) return covered(mpfr::log1p(given) - given);
  const long bits = x.precision().n, zeros = std::max(0L, 1 - exponent(x));
  if (zeros > bits) return covered(given * given * (given / 3 - mpreal(0.5, x.precision().n)));
  const mpreal wider = in_precision(x, bits + zeros + 8);
  return covered(mpfr::log1p(wider) - wider);
}

template <>
AdjustableReal normal_above(const AdjustableReal& x) {
  // The precision is increased, because the relative error of the tail is up to x^2 times the relative error of x.
  const long more = 16 + 2 * std::max(0L, exponent(x));
  const long bits = x.precision().n + std::min(more, 200L);
  const mpreal wider = in_precision(x, bits);
  const long terms = fraction_terms(wider, bits);
  if (terms < kMostTerms) return covered(tail_by_fraction(wider, terms));
  const mpreal root = mpfr::sqrt(mpreal(2, static_cast<mp_prec_t>(bits)));
  return covered(mpfr::erfc(wider / root) / 2);
}

/// Applies Newton's method to the logarithm of the tail. This function is concave, so the method converges from every
/// starting point.
template <>
AdjustableReal normal_upper_quantile(const AdjustableReal& alpha) {
  if (!(alpha > 0 && alpha < 1)) {
    using Limits = std::numeric_limits<AdjustableReal>;
    if (alpha == 0) return Limits::infinity();
    return alpha == 1 ? Limits::infinity() * -1 : Limits::quiet_NaN();
  }
  if (alpha * 2 > 1) return -normal_upper_quantile(AdjustableReal(1 - alpha));
  const AdjustableReal goal = log(alpha);
  const double start = normal_upper_quantile(static_cast<double>(alpha));
  AdjustableReal x = std::isfinite(start) ? AdjustableReal(start) : sqrt(AdjustableReal(-2 * goal));
  const long bits = x.precision().n;
  const AdjustableReal small(std::ldexp(1.0, -static_cast<int>(bits / 2) - 2));
  for (int k = 0; k < 200; ++k) {
    const AdjustableReal above = normal_above(x);
    const AdjustableReal step = (log(above) - goal) * above / normal_density(x);
    x += step;
    // The next step would be approximately as large as the square of this one, which is less than a rounding error.
    if (abs(step) <= small * (1 + abs(x))) break;
  }
  return x;
}

}  // namespace plumbline::approximations
