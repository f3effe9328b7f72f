/// The number behind an AdjustableReal. Only for the two sources that compute with mpreal itself.
#pragma once

#include <mpreal.h>

#include <new>

#include "verify/approximations/numerics/adjustable_real.hpp"

namespace plumbline::approximations {

inline const mpfr::mpreal& number(const AdjustableReal& x) {
  return *std::launder(static_cast<const mpfr::mpreal*>(x.data()));
}
inline mpfr::mpreal& number(AdjustableReal& x) {
  return *std::launder(static_cast<mpfr::mpreal*>(x.data()));
}

/// x in the working precision.
inline AdjustableReal covered(const mpfr::mpreal& x) {
  AdjustableReal result;
  mpfr_set(number(result).mpfr_ptr(), x.mpfr_srcptr(), MPFR_RNDN);
  return result;
}

}  // namespace plumbline::approximations
