#include "reference/arithmetic/functions/gauss_legendre.hpp"

#include <functional>

#include "tests/support.hpp"

using namespace plumbline;

namespace {

constexpr Bits kBits{192};

Ball rule_of(size_t n, const std::function<Ball(const Ball&)>& f) {
  const auto rule = gauss_legendre(n, kBits);
  Ball sum(kBits);
  for (size_t k = 0; k < n; ++k) sum += rule->weights[k] * f(rule->nodes[k]);
  return sum;
}

}  // namespace

TEST_CASE("gauss legendre: the error bound holds for functions that come close to it",
          "[arithmetic][GAUSS-ELLIPSE]") {
  double most = 0;
  for (const size_t n : {size_t{1}, size_t{2}, size_t{3}, size_t{5}, size_t{9}}) {
    for (const double rho : {1.5, 2.0, 4.0}) {
      CAPTURE(n, rho);
      const Ball r = Ball::from_binary64(rho, kBits);
      // T_{2n}: its modulus is at most (rho^{2n} + rho^{-2n})/2 in the ellipse, its integral is 2/(1 - 4 n^2).
      const long degree = 2 * static_cast<long>(n);
      const auto chebyshev = [&](const Ball& x) {
        Ball before = Ball::integer(1, kBits), at = x;
        for (long k = 1; k < degree; ++k) {
          const Ball next = x * at * 2 - before;
          before = at;
          at = next;
        }
        return at;
      };
      const Ball high = power(r, Rational(degree)), M = (high + Ball::integer(1, kBits) / high) / 2;
      const Ball exact = Ball::integer(2, kBits) / (1 - degree * degree);
      const Ball error = abs(rule_of(n, chebyshev) - exact), bound = gauss_error(n, rho, M);
      CHECK(certainly_at_most(error, bound));
      most = std::max(most, (error / bound).approximate());
      // 1/(x0 - x) with x0 beyond the end a = (rho + 1/rho)/2 of the ellipse: at most 1/(x0 - a).
      const Ball a = (r + Ball::integer(1, kBits) / r) / 2, x0 = a + 1;
      const Ball log_exact = log((x0 + 1) / (x0 - 1));
      const auto pole = [&](const Ball& x) { return Ball::integer(1, kBits) / (x0 - x); };
      CHECK(certainly_at_most(abs(rule_of(n, pole) - log_exact),
                              gauss_error(n, rho, Ball::integer(1, kBits))));
    }
  }
  CHECK(most > 0.15);
  const Ball one = Ball::integer(1, kBits);
  CHECK_FALSE(gauss_error(3, 1.0, one).is_finite());
  CHECK_FALSE(gauss_error(0, 2.0, one).is_finite());
}
