/// How many rows an answer takes, and what those beyond can hold.
#pragma once

#include <vector>

#include "reference/engines/laplace_sums/lattice_steps.hpp"

namespace plumbline::laplace_sums {

/// Rows 0 .. rows are summed. The other two are where BOUND(LAPLACE-ROWS) is taken for the rest.
struct Cut {
  long rows;
  double lambda, theta;
};

class RowTail {
 public:
  RowTail(std::vector<LatticeStep> steps, const Rational& spacing);

  /// Heuristics: about log of sum_{m,j} A_{m,j} e^{rho j} F_m(x-j) for tau = +-1, and so few rows
  /// that the others hold no more than e^log_target of it.
  double log_size(double x, int tau) const;
  Cut cut(double x, int tau, double log_target) const;
  /// About how much larger the integral of e^{S/2} dP is than what the atoms alone have of it, as a
  /// log.
  double log_stretches() const { return size(0, 0).log - size(0, -kNever).log; }

  /// A bound of what the rows beyond hold of that sum.
  UpperBound beyond(const Cut& cut, const Ball& x, int tau) const;

 private:
  /// In doubles, of one kind of step.
  struct Approximate {
    struct Stretch {
      double low, high, weight;  ///< low = high for an atom
    };
    double count, reach;
    std::vector<Stretch> atoms, stretches;
  };
  /// log of the product, and how many steps are on a stretch in its mean.
  static constexpr double kNever = 1e4;
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
