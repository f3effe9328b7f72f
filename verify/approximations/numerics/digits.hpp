/// The number of decimal digits of a real type. For AdjustableReal, it is the number of digits of the working
/// precision.
#pragma once

#include <limits>
#include <type_traits>

#include "verify/approximations/numerics/adjustable_real.hpp"

namespace plumbline::approximations {

template <class Real>
int decimal_digits() {
  if constexpr (std::is_same_v<Real, AdjustableReal>) {
    return digits_of(WorkingPrecision::current());
  } else {
    return std::numeric_limits<Real>::digits10;
  }
}

}  // namespace plumbline::approximations
