/// The aliases of a trapezoidal sum along a line, from what is known on either side of it.
#pragma once

#include "reference/engines/fourier_kernel.hpp"

namespace plumbline::fourier {

/// The line Re s = c and, on either side, a place where the transform is known: left < c < right,
/// neither of them 0 or 1.
struct AliasPlaces {
  double c, left, right;
};

/// sum over m != 0 of G_c(t + m Lambda) e^{(c-sigma) m Lambda}, from K(left) and K(right), both
/// upper bounds, and the masses K(0), K(1). `size` grows by the width; indeterminate and infinite
/// where the places are not as they must be.
Ball alias_sides(const AliasPlaces& places, const Ball& transform_left, const Ball& transform_right,
                 const Masses& masses, Kernel kernel, const Ball& Lambda, const Ball& t,
                 UpperBound* size);

}  // namespace plumbline::fourier
