/// One step of random allocation: Phi(u) = E e^{-e^u Y/t}, |Im u| < pi/2, computed by the trapezoid rule for its
/// Mellin integral
///
///     Phi(u) = (1/2 pi) int Gamma(zeta) E[Y^-zeta] t^zeta e^{-zeta u} d eta,  zeta = beta + i eta,
///     E[Y^-zeta] = e^{zeta (zeta + 1) mu^2/2},
///
/// The weights of the rule do not depend on u, so that the values on a line are one matrix product.
#pragma once

#include <functional>
#include <vector>

#include "reference/arithmetic/vectors/complex_vector.hpp"
#include "reference/mechanisms/allocation/allocation.hpp"

namespace plumbline::allocation {

/// The nodes zeta = beta + i k step of the rule, k = first .. last. All doubles are exact numbers.
struct StepGrid {
  double beta = 0;           ///< > 0
  double far = 0;            ///< > beta: the exponent b of the bound of aliases in ALLOCATION-STEP
  double step = 0;           ///< > 0
  long first = 0, last = 0;  ///< first <= 0 <= last
  Bits bits{64};
  bool reasonable() const {
    return step > 0 && beta > 0 && far > beta && first <= 0 && last >= 0 && last - first < 40000;
  }
};

/// The places u with Im u = -angle and Re u = (first + j) step + shift mu^2, j = 0 .. count-1.
struct Places {
  double angle = 0;  ///< 0 <= angle < pi/2
  double step = 0;
  long first = 0;
  size_t count = 0;
  int shift = 0;
};

class StepValues {
 public:
  /// Throws std::logic_error unless mu > 0 and t >= 1.
  StepValues(const AllocationLaw& law, const StepGrid& grid, const std::function<void()>& poll);

  /// Encloses Phi at the places; the balls include all errors.
  ComplexVector at(const Places& places, const std::function<void()>& poll) const;
  /// Encloses Phi(v) for real v.
  Ball at(const Ball& v) const;

  const StepGrid& grid() const { return grid_; }

 private:
  UpperBound aliases(const Ball& v, const Ball& cosine) const;
  UpperBound cut(const Ball& v, double angle) const;

  AllocationLaw law_;
  StepGrid grid_;
  ComplexVector exponents_;  ///< logs of the weights
  ComplexVector zeta_;
};

}  // namespace plumbline::allocation
