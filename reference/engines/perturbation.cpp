#include "reference/engines/perturbation.hpp"

#include <algorithm>
#include <cmath>

namespace plumbline::fourier {

double perturbed(double c, double right) {
  double shift = right > c ? 0.08 * (right - c) : 0.02 * std::fabs(c);
  for (const double pole : {0.0, 1.0}) {
    if (pole > c) shift = std::min(shift, 0.2 * (pole - c));
    if (pole < c) shift = std::min(shift, 0.5 * (c - pole));
  }
  const double out = c + shift;
  return out == 0 || out == 1 ? c : out;
}

}  // namespace plumbline::fourier
