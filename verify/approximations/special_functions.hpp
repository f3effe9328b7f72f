/// The special functions the approximations use, from Boost.Math. double stays double (no silent
/// promotion), and a wrong argument gives nan or inf instead of an exception: a method that runs
/// into one is to be seen as its users see it.
#pragma once

#include <boost/math/constants/constants.hpp>
#include <boost/math/policies/policy.hpp>
#include <boost/math/special_functions/erf.hpp>
#include <boost/math/special_functions/expm1.hpp>
#include <boost/math/special_functions/log1p.hpp>
#include <cmath>
#include <type_traits>

namespace plumbline::approximations {

namespace policies = boost::math::policies;
using Quiet = policies::policy<policies::domain_error<policies::ignore_error>,
                               policies::pole_error<policies::ignore_error>,
                               policies::overflow_error<policies::ignore_error>,
                               policies::evaluation_error<policies::ignore_error>,
                               policies::promote_float<false>, policies::promote_double<false>>;

template <class Real>
Real expm1(const Real& x) {
  if constexpr (std::is_floating_point_v<Real>) return std::expm1(x);
  return boost::math::expm1(x, Quiet());
}

template <class Real>
Real log1p(const Real& x) {
  if constexpr (std::is_floating_point_v<Real>) return std::log1p(x);
  return boost::math::log1p(x, Quiet());
}

/// log(1 + x) - x without cancellation, x > -1.
template <class Real>
Real log1p_minus(const Real& x) {
  return boost::math::log1pmx(x, Quiet());
}

/// phi(x) = exp(-x^2/2) / sqrt(2 pi).
template <class Real>
Real normal_density(const Real& x) {
  using std::exp;
  return exp(-x * x / 2) / boost::math::constants::root_two_pi<Real>();
}

/// 1 - Phi(x), with relative accuracy for large x.
template <class Real>
Real normal_above(const Real& x) {
  return boost::math::erfc(x / boost::math::constants::root_two<Real>(), Quiet()) / 2;
}

/// Phi(x).
template <class Real>
Real normal_below(const Real& x) {
  return normal_above(Real(-x));
}

/// The x with 1 - Phi(x) = alpha, 0 < alpha < 1.
template <class Real>
Real normal_upper_quantile(const Real& alpha) {
  return boost::math::constants::root_two<Real>() * boost::math::erfc_inv(Real(2 * alpha), Quiet());
}

}  // namespace plumbline::approximations
