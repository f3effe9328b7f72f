#include "reference/arithmetic/vectors/polled.hpp"

#include <algorithm>

#include "reference/arithmetic/flint.hpp"

namespace plumbline {
namespace {

constexpr size_t kAtOnce = 256;

}  // namespace

ComplexBall power_sum(const ComplexVector& a, const ComplexBall& x, Bits p,
                      const std::function<void()>& poll) {
  const Bits q = wider(a.precision(), p);
  const size_t n = a.size(), blocks = (n + kAtOnce - 1) / kAtOnce;
  // x^k is the product of x^(first index of its block) and x^(index within its block).
  const ComplexVector within = powers(x, std::min(n, kAtOnce) + 1, p);
  const ComplexVector firsts = powers(within[within.size() - 1], blocks, p);
  ComplexBall sum(q), part(q);
  for (size_t b = 0; b < blocks; ++b) {
    const size_t from = b * kAtOnce, count = std::min(kAtOnce, n - from);
    acb_dot(part.raw(), nullptr, 0, a.raw() + from, 1, within.raw(), 1, static_cast<slong>(count),
            q.n);
    acb_addmul(sum.raw(), part.raw(), firsts.raw() + b, q.n);
    poll();
  }
  return sum;
}

void raise(ComplexVector* v, const Rational& n, const std::function<void()>& poll) {
  for (size_t i = 0; i < v->size(); ++i) {
    acb_pow_fmpz(v->raw() + i, v->raw() + i, fmpq_numref(n.raw()), v->precision().n);
    if (i % kAtOnce == 0) poll();
  }
}

}  // namespace plumbline
