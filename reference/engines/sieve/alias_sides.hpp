/// Bounds the aliases (the error) of a trapezoidal sum along a line, from values of the transform at a point on each
/// side of the line.
#pragma once

#include <optional>
#include <vector>

#include "reference/engines/fourier_kernel.hpp"

namespace plumbline::fourier {

/// The line Re s = c and, on each side of it, a point at which the transform is known: left < c < right. Neither
/// point is 0 or 1.
struct AliasPlaces {
  double c, left, right;
};

/// Encloses the aliases, the sum over m != 0 of G_c(t + m Lambda) e^{(c-sigma) m Lambda} (fourier_kernel.hpp defines
/// G_c and sigma), from upper bounds of the transform K at `left` and `right`, and from the masses K(0), K(1). Data
/// that do not depend on t are computed once for many t. Enclosures are indeterminate, and their widths infinite, if
/// the points violate the conditions.
class AliasSides {
 public:
  /// Constructs the bounds at the precision of Lambda.
  AliasSides(const AliasPlaces& places, const Ball& transform_left, const Ball& transform_right,
             const Masses& masses, Kernel kernel, const Ball& Lambda);

  /// Returns the enclosure at t and adds its width to *size.
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

  std::vector<Side> sides_;  ///< both sides; empty if the points violate the conditions
};

/// Returns the enclosure at one t, at the precision of t, and adds its width to *size.
Ball alias_sides(const AliasPlaces& places, const Ball& transform_left, const Ball& transform_right,
                 const Masses& masses, Kernel kernel, const Ball& Lambda, const Ball& t,
                 UpperBound* size);

}  // namespace plumbline::fourier
