/// The Delta-divergence from methods that compute Bayes errors or a profile.
#include "verify/approximations/divergence_by_profile.hpp"

#include <algorithm>

#include "reference/questions/answer.hpp"
#include "reference/questions/ask.hpp"
#include "tests/approximations/helpers.hpp"
#include "verify/approximations/judged_methods.hpp"

using namespace plumbline;

namespace {

struct TwoMechanisms {
  std::string first, second;
  Direction direction;
};

ApproximationRequest request_of(const TwoMechanisms& two) {
  return {Composition::parse(two.first),
          Composition::parse(two.second),
          two.direction,
          "divergence",
          Rational(0),
          {{"spacing", Rational(1, 1000)}},
          true};
}

double by(const std::string& method, const TwoMechanisms& two) {
  const ApproximationEntry& entry = find_approximation(method);
  const ApproximationRequest request = request_of(two);
  REQUIRE(refusal_of(entry, request).empty());
  return run_method(entry, request).value;
}

double truth(const TwoMechanisms& two) {
  const Query query{.quantity = "divergence",
                    .mechanism = two.first,
                    .other = two.second,
                    .direction = two.direction,
                    .digits = 6};
  return answer(query, Effort{6}).value.value().approximate();
}

}  // namespace

TEST_CASE("divergence by profile: discretised methods agree with the certified value",
          "[approximations][divergence]") {
  for (const TwoMechanisms& two :
       {TwoMechanisms{"gaussian(sigma=1)", "laplace(b=1)", Direction::forward},
        TwoMechanisms{"laplace(b=1)", "gaussian(sigma=1)", Direction::worst},
        TwoMechanisms{"subsampled_gaussian(sigma=0.6,p=0.01)^100",
                      "subsampled_gaussian(sigma=10.705414,p=0.99)^100", Direction::reverse},
        TwoMechanisms{"subsampled_gaussian(sigma=1,p=0.1)^30", "gaussian(sigma=6)^30",
                      Direction::worst}}) {
    CAPTURE(two.first, two.second);
    const double exact = truth(two);
    CHECK(by("pld_connect_dots", two) == Approx(exact).epsilon(2e-3).margin(1e-6));
    CHECK(by("pld_mean_matched", two) == Approx(exact).epsilon(0.1).margin(2e-3));
  }
}

TEST_CASE("divergence by profile: every method's is its own largest difference of Bayes errors",
          "[approximations][divergence]") {
  const TwoMechanisms two{"subsampled_gaussian(sigma=1,p=0.1)^30", "gaussian(sigma=6)^30",
                          Direction::forward};
  for (const std::string& method :
       std::vector<std::string>{"edgeworth1", "clt_v", "pld_round_up", "saddle_point1"}) {
    CAPTURE(method);
    const ApproximationEntry& entry = find_approximation(method);
    const double found = by(method, two);
    double largest = -1;
    for (int k = 1; k < 50; ++k) {
      ApproximationRequest one = request_of(two);
      one.other.reset();
      one.quantity = "bayes";
      one.at = Rational(k, 50);
      const double first = entry.run(one).value;
      one.composition = Composition::parse(two.second);
      largest = std::max(largest, first - entry.run(one).value);
    }
    CHECK(found >= largest - 1e-12);
    CHECK(found <= largest + 0.02);
  }
}

TEST_CASE("divergence by profile: a method with a profile alone is queried for delta",
          "[approximations][divergence]") {
  const TwoMechanisms same{"gaussian(sigma=2)^4", "gaussian(sigma=2)^4", Direction::forward};
  CHECK(by("renyi", same) == Approx(0).margin(1e-15));
  const TwoMechanisms other{"gaussian(sigma=3)^4", "gaussian(sigma=2)^4", Direction::forward};
  CHECK(by("renyi", other) > 0.05);
}

TEST_CASE("divergence by profile: what a method does not cover is refused by name",
          "[approximations][divergence]") {
  const ApproximationRequest sampled =
      request_of({"gaussian(sigma=1)", "subsampled_gaussian(sigma=1,p=0.1)", Direction::worst});
  CHECK_THAT(refusal_of(find_approximation("grid_delta"), sampled), Catch::Contains("closed form"));
  const ApproximationRequest unknown =
      request_of({"gaussian(sigma=1)", "randomized_response(epsilon=1)", Direction::worst});
  CHECK_FALSE(refusal_of(find_approximation("edgeworth1"), unknown).empty());
  CHECK(refusal_of(find_approximation("clt"), sampled).empty());
}
