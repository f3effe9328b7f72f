/// choice(...): mixtures of mechanisms, nested, with infinite losses.
#include "reference/mechanisms/combined/choice.hpp"

#include <ctime>

#include "reference/quantities/calibration/calibration.hpp"
#include "tests/mechanisms/pair_checks.hpp"

using namespace plumbline;
using namespace plumbline::testing;

TEST_CASE("choice: one step is the mean of the profiles", "[mechanisms][choice]") {
  const char* text =
      "choice(1/4: gaussian(sigma=1), 1/2: laplace(b=2), 1/4: approximate_dp(epsilon=1,delta=0.1))";
  for (const char* t : {"-0.5", "0", "0.3", "1.2"}) {
    CAPTURE(t);
    const Ball sum = forward_delta("gaussian(sigma=1)", t) / 4 +
                     forward_delta("laplace(b=2)", t) / 2 +
                     forward_delta("approximate_dp(epsilon=1,delta=0.1)", t) / 4;
    check_meet(forward_delta(text, t, "auto", 13), sum, 12);
  }
  check_round_trip(text);
  check_round_trip("choice(1/3:choice(1/2:gaussian(sigma=1),1/2:laplace(b=1)),2/3:laplace(b=1))");
}

TEST_CASE("choice: finite laws are one finite law", "[mechanisms][choice]") {
  const std::string choice =
      "choice(1/3:finite(P=[1/2,1/2],Q=[1/4,3/4]),2/3:finite(P=[1,0],Q=[1/2,1/2]))";
  const std::string whole = "finite(P=[1/6,1/6,2/3,0],Q=[1/12,1/4,1/3,1/3])";
  for (const char* t : {"-0.3", "0", "0.2", "1"}) {
    CAPTURE(t);
    check_meet(forward_delta(choice + "^3", t), forward_delta(whole + "^3", t), 12);
  }
}

TEST_CASE("choice: equal losses of unknown form do not cost minutes", "[mechanisms][choice]") {
  constexpr double kSeconds = 10;  // of processor time; with 65536 bits it took a hundred
  const auto before = std::clock();
  const auto pair = Composition::parse(
      "choice(1/4:shuffled_krr(epsilon0=1/2,k=3,n=20),3/4:shuffled_laplace(b=2,n=20))");
  CHECK(static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC < kSeconds);
  CHECK_FALSE(pair.expression().empty());
}

TEST_CASE("choice: equal mechanisms are one", "[mechanisms][choice]") {
  CHECK(Composition::parse("choice(1/2:gaussian(sigma=1),1/2:gaussian(sigma=2,sensitivity=2))")
            .identity() == Composition::parse("gaussian(sigma=1)").identity());
}

TEST_CASE("choice: two engines on compositions", "[mechanisms][choice]") {
  check_engines("choice(1/2:gaussian(sigma=3),1/2:laplace(b=2))^20", "1.5", "fourier", "lattice",
                2);
  check_engines("choice(1/2:discrete_gaussian(sigma=2),1/2:discrete_gaussian(sigma=1))^4", "1",
                "fourier", "lattice", 2);
  // Rare losses: the law is split by scales.
  CHECK(forward_delta("choice(0.9:subsampled_gaussian(sigma=0.7,p=0.001),0.1:gaussian(sigma=5))^50",
                      "0.7")
            .relative_digits() >= 12);
  // The number of picks is binomial: two steps in closed form.
  const Ball two = forward_delta("choice(1/2:gaussian(sigma=1),1/2:gaussian(sigma=2))^2", "0.6");
  const Ball hand = forward_delta("gaussian(sigma=1)^2", "0.6") / 4 +
                    forward_delta("gaussian(sigma=1) * gaussian(sigma=2)", "0.6") / 2 +
                    forward_delta("gaussian(sigma=2)^2", "0.6") / 4;
  check_meet(two, hand, 12);
}

TEST_CASE("choice: the transform decays like the mean of the decays", "[CHOICE-DECAY]") {
  // At c = 1/2 the transforms of Gaussian pairs are positive: there is no cancellation.
  const Composition c = Composition::parse("choice(1/3:gaussian(sigma=1),2/3:gaussian(sigma=1.3))");
  const LossMeasure& pair = measure_of(*c.factors().front().mechanism);
  const Bits p{128};
  for (const double T : {0.5, 1.5, 3.0}) {
    CAPTURE(T);
    const Ball K = pair.transform_on_line(0.5, exact(T, p), 2, p, [] {}).values[1].real();
    const Ball size = pair.decay(0.5, T, p) * pair.transform(0.5, p);
    CHECK(certainly_at_most(K, size * ball("1.0000001", p)));
    CHECK(certainly_less(size, K * 2));
    const Ball algebraic = pair.algebraic_decay(0.5).ball(p) / exact(T, p);
    CHECK(certainly_less(K, algebraic));
    CHECK(std::exp(pair.log_decay(0.5, T)) == Approx(pair.decay(0.5, T, p).approximate()));
  }
  CHECK(certainly_less(pair.algebraic_decay(0.5).ball(p), ball("6", p)));
  // y |K| is largest near 1/mu: the algebraic bound is below ten times that value.
  const Ball K = pair.transform_on_line(0.5, exact(1.2, p), 2, p, [] {}).values[1].real();
  CHECK(certainly_less(pair.algebraic_decay(0.5).ball(p), K * 10));
}

TEST_CASE("choice: what it refuses", "[mechanisms][choice]") {
  const auto refuses = [](const std::string& text, const std::string& why) {
    CAPTURE(text);
    CHECK_THROWS_WITH(Composition::parse(text), Catch::Contains(why));
  };
  refuses("choice()", "needs a mechanism");
  refuses("choice(1/2:gaussian(sigma=1),1/3:laplace(b=1))", "the weights sum to 5/6");
  refuses("choice(gaussian(sigma=1))", "not a number");
  refuses("choice(0:laplace(b=1),1:laplace(b=2))", "greater than 0");
  refuses("choice(1:laplace(b=1)^2)", "no composition");
  std::string deep = "gaussian(sigma=1)";
  for (int i = 0; i < 40; ++i) deep = "choice(1:" + deep + ")";
  refuses(deep, "nested too deeply");
  CHECK_THROWS_AS(Family("choice(1/2:gaussian(sigma=?),1/2:laplace(b=1))", ""),
                  std::invalid_argument);
  CHECK_NOTHROW(Family("choice(1/2:gaussian(sigma=1),1/2:laplace(b=1))^?", ""));
}
