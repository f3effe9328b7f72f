/// One vertical line of node values and the proven errors of the sums over it.
#pragma once

#include <map>

#include "reference/engines/engine.hpp"
#include "reference/engines/fourier/fourier_transform.hpp"
#include "reference/engines/fourier_kernel.hpp"

namespace plumbline::fourier {

/// Position and step of the sum. The doubles are chosen heuristically and taken exactly: any choice gives a correct
/// enclosure, and a good choice gives a tight one.
struct Contour {
  double c = 0;     ///< the line Re s = c, not 0 or 1
  double step = 0;  ///< D > 0
  long last = 1;    ///< nodes y = 0, D, ..., last D
  Bits bits{64};    ///< relative accuracy of the node values
  /// x+ and x-, the points at which aliases are bounded: x- < c < x+, neither is 0 or 1.
  double right = 0, left = 0;
};

/// The values of a transform at the nodes of a contour. They can be used for every t and every question.
class ContourLine {
 public:
  ContourLine(const Transform& transform, const Contour& contour, const Poll& poll);

  /// Returns an enclosure of the measure's contribution to the answer at t. It is correct for every t, and tight near
  /// the threshold for which the contour was chosen.
  Enclosure answer(Question question, const Real& t, const Poll& poll);

  const Contour& contour() const { return contour_; }
  size_t size() const { return values_.size(); }

 private:
  const ComplexVector& weighted(Kernel kernel, const Poll& poll);
  Ball truncation(Kernel kernel, const Ball& growth) const;
  Ball aliases(Kernel kernel, const Ball& t, UpperBound* size) const;

  Contour contour_;
  ComplexVector values_;                      ///< K(c + i k D), K the transform
  std::map<Kernel, ComplexVector> weighted_;  ///< K / d, d of the kernel
  std::map<Kernel, UpperBound> kernel_sum_;   ///< sum_k |1/d(c + i k D)|
  UpperBound node_error_;                     ///< quadrature error of a node value
  Ball sup_, algebraic_;                      ///< sup |K| beyond the last node; C of |K| <= C/y
  Ball transform_right_, transform_left_;     ///< K(x+), K(x-)
  Ball mass_P_, mass_Q_;                      ///< K(0), K(1)
};

}  // namespace plumbline::fourier
