#include "verify/approximations/methods/type_method.hpp"

#include "reference/quantities/privacy_profile.hpp"
#include "reference/questions/registry.hpp"
#include "reference/values/extended.hpp"
#include "tests/approximations/helpers.hpp"

using namespace plumbline;
using namespace plumbline::approximations;

TEST_CASE("type method: two steps by hand", "[approximations][types]") {
  // The leading term of Stirling's formula replaces 2!/(1! 1!) = 2 by sqrt(4 pi) / (2 pi) * 4 = 2.2568; it is exact
  // for types with one kind of loss.
  const double e = 0.7, zero = 0.4, plus = 0.6 / (1 + std::exp(-e)), minus = 0.6 - plus;
  const double two = 4 / std::sqrt(M_PI);
  const auto q = type_masses<double>(e, zero, 2);
  REQUIRE(q.size() == 3);
  CHECK(q[2] == Approx(plus * plus));
  CHECK(q[1] == Approx(two * plus * zero));
  CHECK(q[0] == Approx(zero * zero + two * plus * minus));
}

TEST_CASE("type method: the profile and the curve near certified values",
          "[approximations][types][slow]") {
  const std::string mechanism = "total_variation_dp(epsilon=0.1,delta=0,eta=0.04)^150";
  PrivacyProfile profile(Composition::parse(mechanism), Direction::worst);
  for (const auto& [quantity, at] : {std::pair<std::string, std::string>{"delta", "0.5"},
                                     {"delta", "0.55"},
                                     {"delta", "-0.2"},
                                     {"tv", "0"},
                                     {"tradeoff", "0.2"},
                                     {"bayes", "0.4"},
                                     {"epsilon", "0.1"}}) {
    const double exact = required_profile_quantity(quantity)
                             .compute(profile, Rational::parse(at), Effort{})
                             ->value()
                             .approximate();
    const auto r = run("type_method", request(mechanism, quantity, at, Direction::worst));
    CAPTURE(quantity, at, exact, r.value);
    CHECK(r.value == Approx(exact).epsilon(0.05));
    CHECK(r.value != Approx(exact).epsilon(1e-6));  // Stirling's error is visible
    CHECK(relative_error(HighPrecision(r.value), high(r)) < 1e-10);
    CHECK(r.precision == "256 bits");
    CHECK(r.agreed_digits >= 26);
  }
}

TEST_CASE("type method: what is refused", "[approximations][types]") {
  using Catch::Contains;
  const auto refusal = [](const std::string& mechanism) {
    return find_approximation("type_method").refusal(request(mechanism, "delta", "1"));
  };
  CHECK_THAT(refusal("gaussian(sigma=1)"), Contains("losses -e, 0, e"));
  CHECK_THAT(refusal("randomized_response(epsilon=1)^5"), Contains("losses -e, 0, e"));
  CHECK_THAT(refusal("total_variation_dp(epsilon=1,delta=0.01,eta=0.2)^5"), Contains("losses"));
  CHECK_THAT(refusal("total_variation_dp(epsilon=1,delta=0,eta=0.2)^100000"), Contains("20000"));
  CHECK(refusal("staircase(epsilon=1,gamma=0.3)^5").empty());
}
