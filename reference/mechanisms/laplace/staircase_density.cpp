#include "reference/mechanisms/laplace/staircase_density.hpp"

#include "reference/values/mint.hpp"

namespace plumbline {

// a = (1 - e^-eps)/(2 (gamma + e^-eps (1 - gamma))), because the areas of both sides, 2 a (gamma + (1 - gamma)
// e^-eps)(1 + e^-eps + e^-2eps + ...), sum to 1 (Geng and Viswanath 2016; Ghazi and Issa 2024, VI-C).
Certified staircase_density(const Rational& epsilon, const Rational& gamma, long level,
                            int digits) {
  const Bits p = bits_for_digits(digits) + 64;
  const Ball fall = exp(-Ball(epsilon, p)), one = Ball::integer(1, p), g(gamma, p);
  const Ball top = (one - fall) / ((g + fall * (one - g)) * 2);
  return certified({top * power(fall, Rational(level)), {}}, "closed_form", digits);
}

}  // namespace plumbline
