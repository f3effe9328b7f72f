#include "tests/approximations/helpers.hpp"
#include "verify/approximations/numerics/bounded_minimum.hpp"

using namespace plumbline;
using namespace plumbline::approximations;

namespace {

ApproximationRequest divergence(const std::string& mechanism, const std::string& other) {
  ApproximationRequest r = request(mechanism, "divergence", "0");
  r.other = Composition::parse(other);
  return r;
}

}  // namespace

TEST_CASE("grid_delta: the numbers of the published listing", "[approximations][grid_delta]") {
  // scipy 1.10 prints 0.005 and 0.034; these are its unrounded results and the exact values.
  const auto [mechanism, other, listing, exact] =
      GENERATE(table<std::string, std::string, double, double>({
          {"gaussian(sigma=1)", "laplace(b=1)", 0.005272206866093, 0.005272208869670185},
          {"laplace(b=1)", "gaussian(sigma=1)", 0.034133093924977, 0.034138546609106793},
      }));
  const auto r = run("grid_delta", divergence(mechanism, other));
  CHECK(std::abs(r.value - listing) < 1e-15);  // the same algorithm: 15 decimals agree
  CHECK(relative_error(high(r), HighPrecision(listing)) < 1e-12);
  CHECK(r.precision == "long double");
  // The maximum over a grid exceeds the true maximum by at most the error of the minimiser.
  CHECK(r.value < exact + 1e-9);
  REQUIRE(r.band);
  CHECK(r.band->first < exact);
  CHECK(exact < r.band->second);
}

TEST_CASE("grid_delta: products of gaussians, and the tolerance", "[approximations][grid_delta]") {
  // Delta(G_1 || G_3) = Phi(-1/2) - Phi(-3/2), at prior 1/2.
  const double exact = 0.24173033745712883036;
  const std::string one = "gaussian(sigma=2)^4", three = "gaussian(sigma=1)^9";
  const double value = run("grid_delta", divergence(one, three)).value;
  CHECK(std::abs(value - exact) < 1e-4);
  ApproximationRequest coarse = divergence(one, three);
  coarse.options = {{"tolerance", Rational(1, 3)}};  // priors 0, 1/2, 1
  CHECK(std::abs(run("grid_delta", coarse).value - exact) < 1e-9);
  coarse.options = {{"tolerance", Rational(1, 2)}};  // priors 0, 1: no difference
  CHECK(std::abs(run("grid_delta", coarse).value) < 1e-4);
}

TEST_CASE("grid_delta: the bounded minimiser", "[approximations][grid_delta]") {
  BoundedMinimum<double> inner(0, 1, 1e-5);
  CHECK(inner([](double x) { return 2 + (x - 0.3) * (x - 0.3); }) - 2 < 1e-10);  // xatol^2
  BoundedMinimum<double> edge(0, 1, 1e-5);
  const double least = edge([](double x) { return x; });
  CHECK(least > 0);  // never the endpoint itself
  CHECK(least < 1e-5);
  int calls = 0;
  BoundedMinimum<double> limited(0, 1, 1e-5);
  limited([&](double x) { return ++calls, std::cos(9 * x); }, 5);
  CHECK(calls == 5);
}
