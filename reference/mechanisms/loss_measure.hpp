/// The Laplace transform of the distribution of one step's privacy loss, or of a part of that distribution, for line
/// integrals.
#pragma once

#include <functional>
#include <optional>

#include "reference/arithmetic/ball.hpp"
#include "reference/arithmetic/running/poll.hpp"
#include "reference/arithmetic/vectors/complex_vector.hpp"

namespace plumbline {

/// The values K(c + i k D), k = 0, 1, ..., of the transform K of a LossMeasure on a vertical line.
struct LineValues {
  ComplexVector values;
  /// Bound of the quadrature error of each value. The balls already contain it; it is stored for reports.
  UpperBound quadrature_error;
};

/// The distribution of L under P, or a part of it (a positive measure); K(s) is the integral of exp(s L).
class LossMeasure {
 public:
  virtual ~LossMeasure() = default;

  /// Returns K(c) for real c (a finite double, used exactly), as an enclosure of relative width approximately 2^-p.
  virtual Ball transform(double c, Bits p) const = 0;

  /// Computes K(c + i k D), k = 0 .. count-1, D > 0, with an absolute error near K(c) 2^-p.
  virtual LineValues transform_on_line(double c, const Ball& D, size_t count, Bits p,
                                       const Poll& poll) const = 0;

  /// Computes K(c + i (start + k D)) with the accuracy of transform_on_line. A start other than 0 is needed only for
  /// losses on a lattice.
  virtual ComplexVector transform_on_segment(double c, const Ball& start, const Ball& D,
                                             size_t count, Bits p, const Poll& poll) const;

  /// Returns an upper bound, at most 1, of sup over |y| >= T of |K(c + iy)| / K(c), as an exact or narrow ball. T > 0
  /// is a double, used exactly.
  virtual Ball decay(double c, double T, Bits p) const = 0;
  /// For a loss on a lattice: an upper bound, at most 1, of |K(c + iy)| / K(c) for T <= |y| <= pi / spacing, half a
  /// period. Nothing if the mechanism has no better bound than PeriodDecay (lattice_decay.hpp).
  virtual std::optional<Ball> decay_in_period(double, double, Bits) const { return std::nullopt; }

  /// Returns C with |K(c + iy)| <= C / |y| for all y != 0; infinite if the loss has atoms.
  virtual UpperBound algebraic_decay(double c) const = 0;

  /// Heuristics in doubles, used only to choose contours and steps: log K(c), and the logarithm of decay().
  virtual double log_transform(double c) const = 0;
  virtual double log_decay(double c, double T) const = 0;
  /// Heuristic: returns the smallest number of steps for which a line integral needs few nodes. For fewer steps it
  /// needs so many nodes that other engines are tried first.
  virtual long steps_of_short_lines() const { return 1; }
};

}  // namespace plumbline
