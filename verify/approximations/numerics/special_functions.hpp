/// The special functions of the approximations: from Boost.Math for types of fixed precision, from MPFR for
/// AdjustableReal (adjustable_functions.cpp). Functions of a double compute in double, and an invalid argument results
/// in nan or inf instead of an exception. A judged method then behaves as it does for its users.
#pragma once

#include <cmath>
#include <type_traits>

#include "verify/approximations/numerics/adjustable_real.hpp"

namespace plumbline::approximations {

/// Constants, and functions of special_functions.cpp, for double, long double and the wide types.
namespace constants {

template <class Real>
Real pi();
template <class Real>
Real half_pi();
template <class Real>
Real two_pi();
template <class Real>
Real root_two_pi();
template <class Real>
Real root_two();
template <class Real>
Real ln_ten();

template <>
AdjustableReal pi();
template <>
AdjustableReal half_pi();
template <>
AdjustableReal two_pi();
template <>
AdjustableReal root_two_pi();
template <>
AdjustableReal root_two();
template <>
AdjustableReal ln_ten();

}  // namespace constants

template <class Real>
Real wide_expm1(const Real& x);
template <class Real>
Real wide_log1p(const Real& x);

/// Returns log(1 + x) - x without cancellation, x > -1.
template <class Real>
Real log1p_minus(const Real& x);

/// Returns 1 - Phi(x), with relative accuracy for large x.
template <class Real>
Real normal_above(const Real& x);

/// Returns the x with 1 - Phi(x) = alpha, 0 < alpha < 1.
template <class Real>
Real normal_upper_quantile(const Real& alpha);

template <>
AdjustableReal wide_expm1(const AdjustableReal& x);
template <>
AdjustableReal wide_log1p(const AdjustableReal& x);
template <>
AdjustableReal log1p_minus(const AdjustableReal& x);
template <>
AdjustableReal normal_above(const AdjustableReal& x);
template <>
AdjustableReal normal_upper_quantile(const AdjustableReal& alpha);

template <class Real>
Real expm1(const Real& x) {
  if constexpr (std::is_floating_point_v<Real>) {
    return std::expm1(x);
  } else {
    return wide_expm1(x);
  }
}

template <class Real>
Real log1p(const Real& x) {
  if constexpr (std::is_floating_point_v<Real>) {
    return std::log1p(x);
  } else {
    return wide_log1p(x);
  }
}

/// Returns phi(x) = exp(-x^2/2) / sqrt(2 pi).
template <class Real>
Real normal_density(const Real& x) {
  using std::exp;
  return exp(-x * x / 2) / constants::root_two_pi<Real>();
}

/// Returns Phi(x).
template <class Real>
Real normal_below(const Real& x) {
  return normal_above(Real(-x));
}

}  // namespace plumbline::approximations
