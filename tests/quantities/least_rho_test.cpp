/// The smallest rho: cells between orders compared with the divergences at orders inside them.
#include "reference/quantities/conversion/least_rho.hpp"

#include "reference/quantities/moments.hpp"
#include "tests/support.hpp"

using namespace plumbline;
using namespace plumbline::testing;

namespace {

/// Returns the largest D_a/a on a grid of orders, in doubles.
double largest_ratio(const Composition& composition, double last) {
  double out = 0;
  for (double a = 1.001; a < last; a *= 1.01) {
    const Extended D = renyi(composition, Rational::from_binary64(a), Direction::worst, Effort{8});
    out = std::max(out, D->value().approximate() / a);
  }
  return out;
}

}  // namespace

TEST_CASE("least rho: no order has more, and one comes close", "[RENYI-CHORD]") {
  for (const char* text :
       {"randomized_response(epsilon=3)", "finite(P=[0.5,0.3,0.2],Q=[0.1,0.3,0.6])",
        "laplace(b=0.5)", "dp(epsilon=0.5)^4", "finite(P=[0.9,0.1],Q=[0.999,0.001])"}) {
    const Composition composition = Composition::parse(text);
    const Extended rho = least_rho(composition, {}, Direction::worst, Effort{6});
    const double grid = largest_ratio(composition, 200);
    CAPTURE(text, grid);
    CHECK(rho->value().upper().approximate() >= grid * (1 - 1e-12));
    CHECK(rho->value().lower().approximate() <= grid * 1.01);
    CHECK(rho->reached());
  }
}

// The maximum is between the orders of the first cells.
TEST_CASE("least rho: cells in the middle are bounded", "[RENYI-CHORD]") {
  const Composition composition = Composition::parse("finite(P=[0.9,0.1],Q=[0.999,0.001])");
  const Extended rho = least_rho(composition, {}, Direction::worst, Effort{9});
  const double grid = largest_ratio(composition, 100);
  CHECK(rho->value().upper().approximate() >= grid * (1 - 1e-12));
  CHECK(rho->value().upper().approximate() <= grid * 1.001);
}

TEST_CASE("least rho: orders up to a largest one need no end of the losses", "[RENYI-CHORD]") {
  const Composition composition = Composition::parse("subsampled_gaussian(sigma=1,p=0.01)^100");
  const Extended rho = least_rho(composition, {Rational(16)}, Direction::worst, Effort{4});
  const double grid = largest_ratio(composition, 16);
  CHECK(rho->value().upper().approximate() >= grid * (1 - 1e-12));
  CHECK(rho->value().lower().approximate() < 50);
}

TEST_CASE("least rho: Gaussian steps, sampled or not, and discrete ones in closed form",
          "[UNSAMPLED-RHO]") {
  Random random(91);
  for (int i = 0; i < iterations(6); ++i) {
    const std::string sigma = Random::text(random.uniform(0.5, 3)),
                      p = Random::text(random.uniform(0.05, 0.95)),
                      other = Random::text(random.uniform(1, 3));
    const std::string text = i % 3 == 0 ? "subsampled_gaussian(sigma=" + sigma + ",p=" + p + ")"
                             : i % 3 == 1
                                 ? "gaussian(sigma=" + sigma + ")^3*gaussian(sigma=" + other + ")"
                                 : "discrete_gaussian(sigma=" + sigma + ",sensitivity=2)";
    const Composition composition = Composition::parse(text);
    const Extended rho = least_rho(composition, {}, Direction::worst, Effort{12});
    const double grid = largest_ratio(composition, 60);
    CAPTURE(text, grid);
    CHECK(rho->value().approximate() >= grid * (1 - 1e-9));
    // The supremum is a limit: for a sampled step it is approached at a rate of |log p|/a^2.
    const double near = i % 3 == 0 ? 0.7 : 0.99;
    CHECK(rho->value().approximate() * near <= grid);
  }
}

TEST_CASE("least rho: large orders are bounded by the largest loss", "[RENYI-BEYOND]") {
  for (const char* epsilon : {"0.3", "3"}) {
    const Composition composition =
        Composition::parse("randomized_response(epsilon=" + std::string(epsilon) + ")");
    const Ball loss = ball(epsilon);
    for (const long from : {2L, 7L, 40L}) {
      const Ball bound = ratio_beyond(loss, Rational(from));
      for (const long more : {0L, 1L, 30L}) {
        const Rational order(from + more);
        const Extended D = renyi(composition, order, Direction::worst, Effort{12});
        CAPTURE(epsilon, from, more);
        CHECK(certainly_at_most(D->value() / Ball(order, Bits{256}), bound));
      }
    }
  }
}

TEST_CASE("least rho: sampled steps in reverse have their own supremum", "[UNSAMPLED-RHO]") {
  const Composition composition = Composition::parse("subsampled_gaussian(sigma=1,p=0.01)");
  const Extended rho = least_rho(composition, {}, Direction::reverse, Effort{6});
  // At order 1, by quadrature in doubles: the Kullback-Leibler divergence of P from Q.
  CHECK(rho->value().approximate() == Approx(8.18897691406e-5).epsilon(1e-5));
  CHECK_THROWS_WITH(
      least_rho(Composition::parse("gaussian(sigma=3)*subsampled_gaussian(sigma=1,p=0.01)"), {},
                Direction::reverse, Effort{6}),
      Catch::Contains("--up-to"));
}

TEST_CASE("least rho: losses that are infinite in the other direction alone", "[RENYI-CHORD]") {
  const Composition composition = Composition::parse("finite(P=[0.5,0.5],Q=[1,0])");
  const Extended rho = least_rho(composition, {}, Direction::forward, Effort{9});
  REQUIRE_FALSE(rho.is_infinite());
  CHECK(rho->value().approximate() ==
        Approx(std::log(2.0)).epsilon(1e-8));  // D_a = log 2 for all a
  for (const Direction direction : {Direction::reverse, Direction::worst}) {
    CHECK(least_rho(composition, {}, direction, Effort{9}).is_infinite());
  }
}
