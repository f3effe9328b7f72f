/// Access to the MPFR number inside an AdjustableReal. Only the two sources that call MPFR include this header.
#pragma once

#include <mpreal.h>

#include <new>

#include "verify/approximations/numerics/adjustable_real.hpp"

namespace plumbline::approximations {

inline mpfr_srcptr number(const AdjustableReal& x) {
  return std::launder(static_cast<const __mpfr_struct*>(x.data()));
}
inline mpfr_ptr number(AdjustableReal& x) {
  return std::launder(static_cast<__mpfr_struct*>(x.data()));
}

/// Returns a number of this precision whose value is not yet set.
AdjustableReal without_value(Bits bits);

/// Returns x in the working precision.
inline AdjustableReal covered(const mpfr::mpreal& x) {
  AdjustableReal result = without_value(WorkingPrecision::current());
  mpfr_set(number(result), x.mpfr_srcptr(), MPFR_RNDN);
  return result;
}

}  // namespace plumbline::approximations
