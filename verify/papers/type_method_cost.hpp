/// The error of the method of types (type_method.hpp) for the noisy SGD of Section VI-D of Ghazi and Issa (2024): the
/// trade-off function by this method, in comparison with the certified one.
#pragma once

#include <vector>

#include "reference/arithmetic/running/effort.hpp"
#include "reference/regions/noisy_sgd.hpp"

namespace plumbline {

struct TypeMethodCost {
  std::vector<double> tradeoff;    ///< the method's trade-off function at the alphas
  double largest_delta_error = 0;  ///< largest |error of delta_j| over all epsilons and all j
  Rational largest_delta_error_epsilon;
  long largest_delta_error_j = 0;
};
TypeMethodCost type_method_cost(const NoisySgd& sgd, const std::vector<Rational>& alphas,
                                const Effort& effort);

/// The alpha at which the curve of the method of types is farthest from the certified curve, computed in doubles.
struct TypeMethodError {
  double error = 0;  ///< the method's value minus the certified one
  size_t at = 0;     ///< index of the alpha
};
TypeMethodError largest_curve_error(const TypeMethodCost& cost,
                                    const std::vector<Certified>& curve);

}  // namespace plumbline
