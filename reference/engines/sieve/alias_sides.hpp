/// The aliases of a trapezoidal sum along a line, from what is known on either side of it.
#pragma once

#include <optional>
#include <vector>

#include "reference/engines/fourier_kernel.hpp"

namespace plumbline::fourier {

/// The line Re s = c and, on either side, a place where the transform is known: left < c < right,
/// neither of them 0 or 1.
struct AliasPlaces {
  double c, left, right;
};

/// sum over m != 0 of G_c(t + m Lambda) e^{(c-sigma) m Lambda}, from K(left) and K(right), both
/// upper bounds, and the masses K(0), K(1), at many t: all that does not depend on t is computed once.
/// Indeterminate and infinite where the places are not as they must be.
class AliasSides {
 public:
  /// At Lambda's precision.
  AliasSides(const AliasPlaces& places, const Ball& transform_left, const Ball& transform_right,
             const Masses& masses, Kernel kernel, const Ball& Lambda);

  /// `size` grows by the width.
  Ball at(const Ball& t, UpperBound* size) const;

 private:
  struct Residue {
    long exponent;  ///< sigma - s0
    Ball share;
  };
  struct Side {
    Ball exponent, most;  ///< sigma - x; the bound at t = 0
    bool positive;
    std::vector<Residue> residues;
  };
  static std::optional<Side> side(const AliasPlaces& places, bool to_right, const Ball& transform,
                                  const Masses& masses, Kernel kernel, const Ball& Lambda);

  std::vector<Side> sides_;  ///< both, or none where nothing is known
};

/// At one t, at its precision.
Ball alias_sides(const AliasPlaces& places, const Ball& transform_left, const Ball& transform_right,
                 const Masses& masses, Kernel kernel, const Ball& Lambda, const Ball& t,
                 UpperBound* size);

}  // namespace plumbline::fourier
