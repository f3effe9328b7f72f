/// subsampled(M, p=): against the pairs that exist already, sums by hand, and mixtures of tails.
#include "reference/quantities/calibration/calibration.hpp"
#include "tests/mechanisms/pair_checks.hpp"

using namespace plumbline;
using namespace plumbline::testing;

TEST_CASE("subsampled: known pairs are found again", "[mechanisms][subsampled]") {
  for (const auto& [written, known] :
       {std::pair{"subsampled(gaussian(sigma=1.2),p=0.1)", "subsampled_gaussian(sigma=1.2,p=0.1)"},
        {"subsampled(laplace(b=2,sensitivity=3),p=1/4)",
         "subsampled_laplace(b=2,p=1/4,sensitivity=3)"},
        {"subsampled(subsampled(gaussian(sigma=2),p=0.5),p=0.2)",
         "subsampled_gaussian(sigma=2,p=0.1)"},
        {"subsampled(discrete_laplace(b=3,sensitivity=4),p=1)",
         "discrete_laplace(b=3,sensitivity=4)"}}) {
    CAPTURE(written);
    CHECK(Composition::parse(written).identity() == Composition::parse(known).identity());
  }
}

TEST_CASE("subsampled: finite laws against the mixture written out", "[mechanisms][subsampled]") {
  // 2/3 (1/5, 3/10, 1/2) + 1/3 (2/5, 7/20, 1/4)
  const std::string inner = "finite(P=[0.2,0.3,0.5],Q=[0.4,0.35,0.25])";
  const std::string mixed = "finite(P=[0.2,0.3,0.5],Q=[4/15,19/60,5/12])";
  for (const char* t : {"-0.1", "0", "0.05", "0.2"}) {
    CAPTURE(t);
    check_meet(forward_delta("subsampled(" + inner + ",p=1/3)^3", t),
               forward_delta(mixed + "^3", t), 12);
  }
  // Zeros: mass of infinite loss under either measure.
  const std::string zeros = "finite(P=[0,0.3,0.7],Q=[0.2,0.8,0])";
  const std::string zeros_mixed = "finite(P=[0,0.3,0.7],Q=[0.05,0.425,0.525])";
  for (const char* t : {"-0.2", "0", "0.1", "0.3"}) {
    CAPTURE(t);
    check_meet(forward_delta("subsampled(" + zeros + ",p=1/4)^2", t),
               forward_delta(zeros_mixed + "^2", t), 12);
  }
}

TEST_CASE("subsampled: one step is a mixture of tails", "[mechanisms][subsampled]") {
  // L' > t' means L > t, e^t' = 1-p + p e^t; delta' = p delta at the matching threshold.
  for (const char* inner :
       {"finite(P=[1/2,1/4,1/4],Q=[1/4,1/4,1/2])", "staircase(epsilon=1,gamma=0.2)",
        "discrete_laplace(b=2,sensitivity=3)", "approximate_dp(epsilon=0.7,delta=0.01)",
        "discrete_gaussian(sigma=2)", "skellam(mu=4)", "binomial(n=20,sensitivity=2)",
        "poisson(mu=3)", "choice(1/3:gaussian(sigma=1),2/3:laplace(b=1))"}) {
    const std::string whole = "subsampled(" + std::string(inner) + ",p=0.25)";
    CAPTURE(inner);
    for (const char* t : {"-0.37", "0.13", "0.41"}) {
      const Real threshold([t](Bits b) { return log1p(expm1(ball(t, b)) / 4); });
      PrivacyProfile mixed(Composition::parse(whole), Direction::forward);
      const Ball left = mixed.delta(threshold, Effort{13}).value;
      CAPTURE(t);
      check_meet(left, forward_delta(inner, t) / 4, 12);
    }
    check_round_trip(whole);
  }
}

TEST_CASE("subsampled: recorded sums", "[mechanisms][subsampled]") {
  check_value(forward_delta("subsampled(discrete_gaussian(sigma=2),p=0.1)", "0.05"),
              "0.0068049798827713910301", 15);
  check_value(forward_delta("subsampled(skellam(mu=4),p=0.2)", "0.1"), "0.012995409353186278446",
              15);
  check_value(forward_delta("subsampled(binomial(n=20,sensitivity=2),p=0.25)", "0.2"),
              "0.040944430760440603557", 15);
}

TEST_CASE("subsampled: two engines on compositions", "[mechanisms][subsampled]") {
  check_engines("subsampled(approximate_dp(epsilon=1,delta=0),p=0.2)^30", "0.8", "finite",
                "lattice", 2);
  check_engines("subsampled(discrete_gaussian(sigma=3),p=0.3)^2 * gaussian(sigma=1)", "0.4",
                "fourier", "lattice", 2);
}

TEST_CASE("subsampled: what it refuses", "[mechanisms][subsampled]") {
  const auto refuses = [](const std::string& text, const std::string& why) {
    CAPTURE(text);
    CHECK_THROWS_WITH(Composition::parse(text), Catch::Contains(why));
  };
  refuses("subsampled(p=0.1)", "unknown mechanism");
  refuses("subsampled()", "needs a mechanism");
  refuses("subsampled(gaussian(sigma=1))", "needs p=");
  refuses("subsampled(laplace(b=1)^2,p=0.1)", "or a composition of Gaussians");
  refuses("subsampled(gaussian(sigma=1),p=1.5)", "p must be in (0, 1]");
  CHECK_THROWS_WITH(Family("subsampled(gaussian(sigma=?),p=0.1)", ""),
                    Catch::Contains("cannot have an open parameter"));
  const Family rate("subsampled(staircase(epsilon=1,gamma=0.2),p=?)", "");
  CHECK_FALSE(rate.order().larger_is_more_private);
  CHECK(rate.expression() == "subsampled(staircase(epsilon=1,gamma=0.2),p=?)");
}
