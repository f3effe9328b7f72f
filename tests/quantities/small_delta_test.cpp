#include "reference/arithmetic/running/effort.hpp"
#include "reference/quantities/privacy_profile.hpp"
#include "reference/quantities/quantities.hpp"
#include "reference/values/certified.hpp"
#include "reference/values/extended.hpp"
#include "tests/support.hpp"

using namespace plumbline;
using plumbline::testing::ball;
using plumbline::testing::number;

namespace {

Ball epsilon_of(const std::string& mechanism, const std::string& D, const std::string& engine) {
  PrivacyProfile profile(Composition::parse(mechanism), Direction::worst, engine);
  const Certified e = *epsilon(profile, number(D), Effort{15});
  CHECK(e.reached());
  return e.value();
}

}  // namespace

TEST_CASE("epsilon: one step of noise far too small", "[epsilon][quantities]") {
  for (const char* mechanism :
       {"subsampled_gaussian(sigma=0.026,p=0.5)", "subsampled_gaussian(sigma=0.01,p=0.1)",
        "subsampled_gaussian(sigma=0.05,p=0.999999,sensitivity=2)"}) {
    for (const Direction direction : {Direction::forward, Direction::reverse}) {
      CAPTURE(mechanism, direction_name(direction));
      PrivacyProfile profile(Composition::parse(mechanism), direction);
      const Certified e = *epsilon(profile, number("1e-5"), Effort{12});
      REQUIRE(e.reached());
      // The profile at both ends, in closed form.
      const Bits p{256};
      const auto at = [&](const Ball& x) {
        return profile.delta(Real::exactly(x.at(p)), Effort{20}).value;
      };
      CHECK(certainly_at_most(ball("1e-5"), at(e.value().lower())));
      CHECK(certainly_at_most(at(e.value().upper()), ball("1e-5")));
    }
  }
}

TEST_CASE("epsilon: down to delta = 1e-300", "[epsilon][quantities]") {
  for (const char* D : {"1e-20", "1e-100", "1e-300"}) {
    CAPTURE(D);
    // One Gaussian pair with mu = 1, and the same as a hundred steps: closed form and line integral.
    const Ball one = epsilon_of("gaussian(sigma=1)", D, "closed_form");
    testing::check_meet(one, epsilon_of("gaussian(sigma=10)^100", D, "fourier"), 15);
    // delta = Phi(1/2 - e) - e^e Phi(-1/2 - e) at the ends.
    const auto delta = [&](const Ball& e) {
      return normal_cdf(ball("0.5", Bits{2048}) - e) -
             exp(e) * normal_cdf(ball("-0.5", Bits{2048}) - e);
    };
    CHECK(certainly_at_most(ball(D), delta(one.lower().at(Bits{2048}))));
    CHECK(certainly_at_most(delta(one.upper().at(Bits{2048})), ball(D)));
    // delta = 1 - e^((e - 1/b)/2).
    testing::check_meet(epsilon_of("laplace(b=0.5)", D, "auto"), ball("2") + log1p(-ball(D)) * 2,
                        15);
    testing::check_meet(epsilon_of("discrete_laplace(b=2)^40", D, "finite"),
                        epsilon_of("randomized_response(epsilon=0.5)^40", D, "fourier"), 15);
    // Slightly above the mass of infinite loss: the largest finite loss, with bounded precision.
    const std::string mass = "0.3" + std::string(D).substr(1);
    testing::check_meet(epsilon_of("approximate_dp(epsilon=0.1,delta=" + mass + ")^3", D, "auto"),
                        ball("0.3"), 15);
  }
}

TEST_CASE("epsilon: few digits from the saddle point are those of many digits",
          "[epsilon][quantities][slow]") {
  for (const char* mechanism :
       {"subsampled_gaussian(sigma=1,p=0.01)^10000", "subsampled_gaussian(sigma=0.7,p=0.001)^500",
        "subsampled_gaussian(sigma=2,p=0.2)^30", "gaussian(sigma=30)^100 * laplace(b=20)^40"}) {
    for (const Direction direction : {Direction::forward, Direction::reverse, Direction::worst}) {
      for (const char* D : {"1e-2", "1e-5", "1e-9"}) {
        CAPTURE(mechanism, direction_name(direction), D);
        PrivacyProfile profile(Composition::parse(mechanism), direction);
        const Certified few = *epsilon(profile, number(D), Effort{6});
        CHECK(few.reached());
        // Another engine object and contour, more digits and the longer search.
        PrivacyProfile again(Composition::parse(mechanism), direction);
        const Certified many = *epsilon(again, number(D), Effort{13});
        testing::check_meet(few.value(), many.value(), 6);
      }
    }
  }
}
