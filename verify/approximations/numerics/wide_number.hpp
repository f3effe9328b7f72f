/// Access to the Boost number inside a WideReal. Only the few sources that call Boost with it include this header.
#pragma once

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <new>
#include <type_traits>

#include "verify/approximations/numerics/wide_real.hpp"

namespace plumbline::approximations {

template <unsigned digits>
using WideNumber = boost::multiprecision::number<boost::multiprecision::cpp_bin_float<digits>>;

template <unsigned digits>
const WideNumber<digits>& number(const WideReal<digits>& x) {
  return *std::launder(static_cast<const WideNumber<digits>*>(x.data()));
}
template <unsigned digits>
WideNumber<digits>& number(WideReal<digits>& x) {
  return *std::launder(static_cast<WideNumber<digits>*>(x.data()));
}
inline double number(double x) { return x; }
inline long double number(long double x) { return x; }

template <unsigned digits>
WideReal<digits> covered(const WideNumber<digits>& x) {
  WideReal<digits> result;
  number(result) = x;
  return result;
}
inline double covered(double x) { return x; }
inline long double covered(long double x) { return x; }

/// The number type behind a real type.
template <class Real>
using NumberOf = std::remove_cvref_t<decltype(number(std::declval<const Real&>()))>;

}  // namespace plumbline::approximations
