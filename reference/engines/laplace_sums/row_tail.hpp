/// Chooses the number of rows (rows.hpp) that an answer needs, and bounds the contribution of the other rows.
#pragma once

#include <vector>

#include "reference/engines/laplace_sums/lattice_steps.hpp"

namespace plumbline::laplace_sums {

/// The rows 0 .. `rows` are summed. lambda and theta are the parameters of BOUND(LAPLACE-ROWS) for the other rows.
struct Cut {
  long rows;
  double lambda, theta;
};

class RowTail {
 public:
  RowTail(std::vector<LatticeStep> steps, const Rational& spacing);

  /// Heuristics. log_size() returns the approximate log of the sum over all rows m and lattice points j in
  /// BOUND(LAPLACE-SUM), sum_{m,j} A_{m,j} e^{rho j} F_m(x-j), where rho = tau spacing/2 and tau = +-1. cut() returns a
  /// number of rows such that the other rows contain at most e^log_target of this sum.
  double log_size(double x, int tau) const;
  Cut cut(double x, int tau, double log_target) const;
  /// Returns the approximate log of the ratio of the integral of e^{S/2} dP to the contribution of the atoms alone.
  double log_stretches() const { return size(0, 0).log - size(0, -kNever).log; }

  /// Returns an upper bound of the contribution of the rows above cut.rows to the sum in log_size().
  UpperBound beyond(const Cut& cut, const Ball& x, int tau) const;

 private:
  /// One kind of step, in doubles.
  struct Approximate {
    struct Stretch {
      double low, high, weight;  ///< low = high for an atom
    };
    double count, reach;
    std::vector<Stretch> atoms, stretches;
  };
  static constexpr double kNever = 1e4;
  /// `log` is the log of the product in BOUND(LAPLACE-ROWS). `uniform` is the mean number of steps whose loss is on a
  /// stretch and not at an atom, under the distribution whose normaliser is this product.
  struct Size {
    double log, uniform;
  };
  Size size(double lambda, double log_theta) const;
  double best_lambda(double x, double rho) const;

  std::vector<LatticeStep> steps_;
  std::vector<Approximate> approximate_;
  Rational spacing_;
  double half_spacing_;
  long most_;
};

}  // namespace plumbline::laplace_sums
