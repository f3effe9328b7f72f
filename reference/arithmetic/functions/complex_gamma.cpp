#include "reference/arithmetic/functions/complex_gamma.hpp"

#include "reference/arithmetic/flint.hpp"

namespace plumbline {

ComplexBall log_gamma(const ComplexBall& z) {
  ComplexBall r(z.precision());
  acb_lgamma(r.raw(), z.raw(), z.precision().n);
  return r;
}

}  // namespace plumbline
