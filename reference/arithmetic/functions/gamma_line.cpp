#include "reference/arithmetic/functions/gamma_line.hpp"

#include <algorithm>
#include <cmath>

#include "reference/arithmetic/flint.hpp"

namespace plumbline {

ComplexVector gamma_line(const Ball& x, const Ball& step, const std::vector<Bits>& bits,
                         const std::function<void()>& poll) {
  Bits most{2};
  for (const Bits& p : bits) most = wider(most, p);
  ComplexVector out(bits.size(), most);
  for (size_t k = 0; k < bits.size(); ++k) {
    // The argument needs more than bits[k] bits: its rounding error is proportional to |z|, and an error of the
    // argument is multiplied by |log z|.
    const double y = step.approximate() * static_cast<double>(k);
    const Bits p = bits[k] + static_cast<long>(2 * std::log2(std::fabs(y) + 2)) + 8;
    const Ball at = step.at(p) * static_cast<long>(k);
    ComplexBall z(x.at(p), at);
    acb_gamma(z.raw(), z.raw(), p.n);
    out.set(k, z * exp(Ball::pi(p) * at / 2));
    if (k % 8 == 0) poll();
  }
  return out;
}

}  // namespace plumbline
