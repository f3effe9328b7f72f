#include "verify/papers/type_method.hpp"

#include "verify/approximations/methods/type_method.hpp"

namespace plumbline {

std::vector<double> type_method_deltas(double epsilon, double alpha, long k) {
  return approximations::type_deltas<double>(epsilon, alpha, k);
}

}  // namespace plumbline
