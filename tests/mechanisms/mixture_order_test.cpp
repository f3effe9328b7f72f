/// The transform of the subsampled Gaussian at large orders: bounds compared with exact moments, and the resulting
/// Renyi divergence.
#include "reference/mechanisms/gaussian/mixture_order.hpp"

#include "reference/mechanisms/registry.hpp"
#include "reference/quantities/moments.hpp"
#include "tests/support.hpp"

using namespace plumbline;
using plumbline::testing::number;

namespace {

mixture::MixtureLaw law_of(const std::string& mu, const std::string& p) {
  return {number(mu), number(p), number(mu).approximate(), number(p).approximate()};
}

/// Returns E[w^n] = sum over k of (n choose k) (1-p)^{n-k} p^k e^{k(k-1) mu^2/2}.
Ball exact_moment(const mixture::MixtureLaw& law, int n, Bits bits) {
  Ball sum(bits);
  Rational choose(1);
  for (int k = 0; k <= n; ++k) {
    const Rational weight = choose * power(Rational(1) - law.p, n - k) * power(law.p, k);
    sum = sum + Ball(weight, bits) *
                    exp(Ball(law.mu * law.mu * Rational(k) * Rational(k - 1) / Rational(2), bits));
    choose = choose * Rational(n - k) / Rational(k + 1);
  }
  return sum;
}

}  // namespace

TEST_CASE("subsampled gaussian: bounds at large orders hold where the truth is known",
          "[mechanisms][MIXTURE-ORDER]") {
  const Bits bits{256};
  for (const char* mu : {"0.1", "0.5", "1", "2", "5"}) {
    for (const char* p : {"0.001", "0.01", "0.3", "0.9"}) {
      CAPTURE(mu, p);
      const mixture::MixtureLaw law = law_of(mu, p);
      for (const int n : {2, 3, 10, 40}) {
        CAPTURE(n);
        const Ball truth = exact_moment(law, n, bits);
        const Ball range = mixture::transform_of_large_order(law, n, bits);
        CHECK(overlaps(range, truth));
        // The bound for p = 1, e^{n(n-1) mu^2/2}, limits the range.
        CHECK(range.is_finite());
      }
      for (const double c : {-0.5, -1.0, -7.0}) {
        CAPTURE(c);
        const Ball truth = mixture::transform(law, c, bits);
        CHECK(overlaps(mixture::transform_of_large_order(law, c, bits), truth));
      }
    }
  }
  CHECK_FALSE(mixture::transform_of_large_order(law_of("1", "0.5"), 0.5, bits).is_finite());
}

TEST_CASE("subsampled gaussian: at large orders the bounds meet", "[mechanisms][MIXTURE-ORDER]") {
  const Bits bits{256};
  const mixture::MixtureLaw law = law_of("2", "0.01");
  const Ball truth = exact_moment(law, 60, bits);
  const Ball range = mixture::transform_of_large_order(law, 60, bits);
  CHECK(overlaps(range, truth));
  CHECK(range.relative_digits() > 40);
}

TEST_CASE("renyi: orders beyond any quadrature are answered", "[quantities][RENYI-ORDER]") {
  const Composition steps = Composition::parse("subsampled_gaussian(sigma=1,p=0.01)^10");
  const Bits bits{256};
  const Ball rate(number("0.01"), bits), half = Ball(Rational(1, 2), bits);
  for (const char* order : {"1e5", "1e9", "1e15"}) {
    CAPTURE(order);
    const auto at = [&](Direction direction) {
      return *renyi(steps, number(order), direction, Effort{});
    };
    const Ball a(number(order), bits);
    const Certified forward = at(Direction::forward);
    CHECK(forward.reached());
    // N (a mu^2/2 + a/(a-1) log p), up to an error of order e^{-(a-1)/2}.
    CHECK(overlaps(forward.value(), (a * half + log(rate) * a / (a - 1)) * 10));
    CHECK(overlaps(at(Direction::worst).value(), forward.value()));
    CHECK(at(Direction::worst).reached());
    // The upper bound is the largest loss; the lower bound comes from z <= -T: (1-p + p e^-T)^{1-a} P(z <= -T).
    const Ball most = -log(Ball::integer(1, bits) - rate) * 10, T = Ball::integer(20, bits);
    const Ball least = (log(normal_cdf(half - T)) / (a - 1) -
                        log(Ball::integer(1, bits) - rate + rate * exp(-T))) *
                       10;
    const Certified reverse = at(Direction::reverse);
    CHECK(overlaps(reverse.value(), Ball::hull(least, most)));
    CHECK(certainly_less(reverse.value().upper(), most + Ball::from_binary64(1e-6, bits)));
    CHECK(certainly_positive(reverse.value()));
  }
}
