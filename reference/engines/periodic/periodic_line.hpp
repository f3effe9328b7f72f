/// Inversion on one period of a vertical line, for a loss on a lattice. Let K(s) = E_P[e^{sS}] be the transform of the
/// loss S. If all values of S lie in o + hZ, then K(c+iy) e^{-iyo} is periodic in y, and the sum over M equispaced
/// nodes of one period gives the exact answer, plus copies of it (aliases) at thresholds shifted by multiples of M h.
///
/// Let t be the threshold and l the smallest lattice point above t. The kernels of fourier_kernel.hpp become
/// geometric sums over the lattice, with the same formula in every region of c:
///
///   P_tail   g(s) = e^{-s l} / (1 - e^{-s h})
///   Q_tail   g(s) = e^{(1-s) l} / (1 - e^{(1-s) h})
///   profile  g(s) = Q_tail - e^t P_tail
#pragma once

#include "reference/engines/engine.hpp"
#include "reference/engines/fourier_kernel.hpp"

namespace plumbline::fourier {

/// The parameters of the sum. The doubles are exact numbers. Any choice gives a correct enclosure; a good choice gives
/// a tight one.
struct PeriodicContour {
  double c = 0;                ///< the line Re s = c, not 0 or 1
  Rational nodes{1};           ///< M, odd: nodes y_k = 2 pi k / (M h), |k| <= (M - 1)/2
  long last = 0;               ///< nodes up to this k are summed
  Bits bits{64};               ///< relative accuracy of the sum, in bits
  double right = 0, left = 0;  ///< abscissas right and left of c, not 0 or 1, to bound aliases
  double log_decay = 0;        ///< nodes k > last are summed where log(|K|/K(c)) may exceed this
  long most_nodes = 0;         ///< maximum number of summed nodes k > last; the others are bounded
  bool complete() const { return nodes == Rational(2 * last + 1); }
};

/// A threshold t and the smallest lattice point above it.
struct LatticeThreshold {
  Real t;
  Rational above;
};

class PeriodicLine {
 public:
  /// Computes the values of the line. `lattice` is that of the composition, with a positive spacing.
  PeriodicLine(const Composition& composition, const LossLattice& lattice,
               const PeriodicContour& contour, const Poll& poll);

  /// Returns an enclosure of the answer at t. It is correct for every t, and tight near the threshold for which the
  /// contour was chosen.
  Enclosure answer(Question question, const LatticeThreshold& t, const Poll& poll) const;

  const PeriodicContour& contour() const { return contour_; }
  /// The number of summed nodes with k >= 0.
  size_t size() const { return size_; }

 private:
  /// Consecutive nodes, from k = first on.
  struct Segment {
    long first;
    ComplexVector P_values, Q_values;  ///< K / (1 - e^{-s_k h}) and K / (1 - e^{(1-s_k) h})
  };
  Segment segment(const Composition& composition, long first, long last, Bits p,
                  const Poll& poll) const;
  Ball geometric_sum(bool under_Q, const Rational& above, Bits p, const Poll& poll) const;
  Ball truncation(bool under_Q, const Rational& above, Bits p) const;
  Ball aliases(Kernel kernel, const Ball& t, UpperBound* size) const;

  PeriodicContour contour_;
  LossLattice lattice_;
  std::vector<Segment> segments_;  ///< the first one begins at k = 0
  size_t size_ = 0;
  Ball transform_c_, decay_;  ///< K(c), and sup |K|/K(c) over the omitted nodes
  Ball transform_right_, transform_left_;
  Ball finite_P_, finite_Q_;  ///< K(0) and K(1): the mass of the finite losses
};

}  // namespace plumbline::fourier
