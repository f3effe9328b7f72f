#include "reference/mechanisms/finite/finite_mechanisms.hpp"

#include "reference/composition/composition.hpp"
#include "reference/mechanisms/finite/finite_pair.hpp"
#include "tests/support.hpp"

using namespace plumbline;
using plumbline::testing::ball;
using plumbline::testing::number;

namespace {

/// Returns the factor's pair, or its conditional pair.
const FinitePair& pair_in(const Composition& c) {
  Mechanism m = c.factors().front().mechanism;
  static Mechanism kept;
  if (const auto infinite = m->offer<InfiniteLosses>()) m = infinite->conditional;
  kept = m;
  return dynamic_cast<const FinitePair&>(*kept);
}

}  // namespace

TEST_CASE("finite mechanisms: P and Q are distributions, K and the tails agree with them",
          "[mechanisms][finite]") {
  for (const char* text :
       {"randomized_response(epsilon=0.3)", "randomized_response(epsilon=2,k=7)",
        "approximate_dp(epsilon=1,delta=0.01)", "total_variation_dp(epsilon=1,delta=0.1,eta=0.3)",
        "staircase(epsilon=1,gamma=0.2)", "staircase(epsilon=0.7,gamma=0.9)",
        "discrete_laplace(b=3)", "discrete_laplace(b=1.5,sensitivity=4)",
        "finite(P=[0.2,0.3,0.5],Q=[0.4,0.35,0.25])", "finite(P=[0.1,0.2,0.7],Q=[0.5,0.5,0])",
        "perfectly_private()"}) {
    CAPTURE(text);
    const Composition c = Composition::parse(text);
    const FinitePair& pair = pair_in(c);
    const Bits p{160};
    Ball P(p), Q(p), squares(p);
    for (const LossAtom& x : *pair.atoms()) {
      CHECK(certainly_positive(x.mass(p)));
      P += x.mass(p);
      Q += x.mass(p) * exponential(x.loss, p);
      squares += x.mass(p) * square(exponential(x.loss, p));
    }
    const Ball one = ball("1", p);
    testing::check_meet(P, one, 40);
    testing::check_meet(Q, one, 40);
    testing::check_meet(pair.transform(2, p), squares, 40);
    CHECK(std::exp(pair.log_transform(2)) == Approx(squares.approximate()));
    CHECK(std::exp(pair.log_transform(0.001)) ==
          Approx(pair.transform(0.001, p).approximate()).epsilon(1e-14));
    const LineValues line = pair.transform_on_line(0.5, ball("0.25"), 9, p, [] {});
    Ball real(p);
    for (const LossAtom& x : *pair.atoms()) {
      real += x.mass(p) * exp(x.loss(p) / 2) * cos(x.loss(p) * 2);
    }
    CHECK(overlaps(line.values[8].real(), real));
    // Ties at each loss are decided: the loss itself counts as below.
    for (const LossAtom& x : *pair.atoms()) {
      const LossTails at = pair.tails(plumbline::Real(x.loss), p);
      testing::check_meet(at.P_above + at.P_below, one, 40);
      testing::check_meet(at.Q_above + at.Q_below, one, 40);
    }
    CHECK(pair.tails(*pair.largest_loss(), p).P_above.is_exactly_zero());
  }
}

TEST_CASE("finite mechanisms: known losses and masses", "[mechanisms][finite]") {
  const Bits p{128};
  const auto middle = [&](const char* text) {
    const Composition composition = Composition::parse(text);
    const FinitePair& pair = pair_in(composition);
    REQUIRE(pair.atoms()->size() == 3);
    return (*pair.atoms())[1].mass(p);
  };
  // Staircase with gamma = 0.0139 has alpha = 0.30010603584921476264 (the limit is 0.31606...).
  CHECK(certainly_less(
      abs(middle("staircase(epsilon=1,gamma=0.0139)") - ball("0.30010603584921476264")),
      ball("1e-20")));
  CHECK(overlaps(middle("staircase(epsilon=1,gamma=0)"), middle("staircase(epsilon=1,gamma=1)")));
  // Staircase: density and shifted density, integrated numerically over (0, 1).
  for (const double gamma : {0.1, 0.35, 0.6, 0.95}) {
    const double a = (1 - std::exp(-1)) / (2 * (gamma + std::exp(-1) * (1 - gamma)));
    double mass = 0;
    constexpr int kCells = 20000;
    for (int i = 0; i < kCells; ++i) {
      const double x = (i + 0.5) / kCells;
      const auto level = [&](double y) { return y < gamma ? 0 : 1; };
      if (level(x) == level(1 - x)) mass += a * std::exp(-level(x)) / kCells;
    }
    CHECK(middle(("staircase(epsilon=1,gamma=" + std::to_string(gamma) + ")").c_str())
              .approximate() == Approx(mass).epsilon(1e-3));
  }
  // Discrete Laplace, compared with the sum of its definition.
  const Composition laplace = Composition::parse("discrete_laplace(b=2,sensitivity=3)");
  const FinitePair& dl = pair_in(laplace);
  const double q = std::exp(-0.5);
  for (const LossAtom& atom : *dl.atoms()) {
    double mass = 0;
    for (int x = -200; x <= 200; ++x) {
      if (std::fabs((std::abs(x) - std::abs(x - 3)) / 2.0 - atom.loss.approximate()) < 1e-9) {
        mass += (1 - q) / (1 + q) * std::pow(q, std::abs(x));
      }
    }
    CHECK(atom.mass(p).approximate() == Approx(mass));
  }
}

TEST_CASE("finite mechanisms: expressions and identities", "[mechanisms][finite][expression]") {
  const auto canonical = [](const char* text) { return Composition::parse(text).expression(); };
  CHECK(canonical("finite( P = [ 1/4 , 3/4 ] , Q=[0.5,0.5])^2") ==
        "finite(P=[0.25,0.75],Q=[0.5,0.5])^2");
  for (const char* text :
       {"finite(P=[1/3,2/3],Q=[2/7,5/7])", "randomized_response(epsilon=1,k=3)^5",
        "approximate_dp(epsilon=1,delta=1e-5)", "staircase(epsilon=1,gamma=0.5,sensitivity=3)",
        "total_variation_dp(epsilon=1,delta=0,eta=0.3)", "discrete_laplace(b=2,sensitivity=3)",
        "perfectly_private()", "blatantly_non_private()"}) {
    CHECK(canonical(canonical(text).c_str()) == canonical(text));
  }
  const auto id = [](const char* text) { return Composition::parse(text).identity(); };
  CHECK(id("randomized_response(epsilon=0.5)") == id("discrete_laplace(b=2)"));
  CHECK(id("randomized_response(epsilon=0)") == id("perfectly_private()"));
  CHECK(id("approximate_dp(epsilon=1,delta=0)") == id("randomized_response(epsilon=1,k=2)"));
  CHECK(id("approximate_dp(epsilon=1,delta=1)") == id("blatantly_non_private()"));
  CHECK(id("finite(P=[0.2,0.3,0.5],Q=[0.4,0.35,0.25])") ==
        id("finite(P=[0.5,0.1,0.3,0.1],Q=[0.25,0.2,0.35,0.2])"));
  CHECK(id("finite(P=[0,1],Q=[1,0])") == id("blatantly_non_private()"));
  CHECK(id("staircase(epsilon=1,gamma=0.2,sensitivity=9)") == id("staircase(epsilon=1,gamma=0.2)"));
  const auto lattice = Composition::parse("discrete_laplace(b=2,sensitivity=3)")
                           .factors()
                           .front()
                           .mechanism->lattice();
  REQUIRE(lattice.has_value());
  CHECK(lattice->offset == number("-1.5"));
  CHECK(lattice->spacing == number("1"));
}

TEST_CASE("finite mechanisms: bad parameters name the remedy", "[mechanisms][finite]") {
  const auto message = [](const std::string& text) -> std::string {
    try {
      Composition::parse(text);
    } catch (const std::invalid_argument& e) {
      return e.what();
    }
    return "accepted";
  };
  using Catch::Contains;
  CHECK_THAT(message("randomized_response(epsilon=-1)"), Contains("epsilon must be at least 0"));
  CHECK_THAT(message("randomized_response(epsilon=1,k=2.5)"), Contains("k must be an integer"));
  CHECK_THAT(message("approximate_dp(epsilon=1,delta=2)"), Contains("delta must be in [0, 1]"));
  CHECK_THAT(message("total_variation_dp(epsilon=1,delta=0,eta=0.47)"),
             Contains("eta must be at most") && Contains("use approximate_dp"));
  CHECK_THAT(message("total_variation_dp(epsilon=0,delta=0.1,eta=0.2)"),
             Contains("eta must be at most"));
  CHECK(message("total_variation_dp(epsilon=0,delta=0.1,eta=0.1)") == "accepted");
  CHECK_THAT(message("total_variation_dp(epsilon=1,delta=0.3,eta=0.2)"),
             Contains("eta must be in"));
  CHECK_THAT(message("staircase(epsilon=0,gamma=0.2)"), Contains("epsilon must be greater"));
  CHECK_THAT(message("staircase(epsilon=1,gamma=1.2)"), Contains("gamma must be in [0, 1]"));
  CHECK_THAT(message("discrete_laplace(b=1,sensitivity=1.5)"), Contains("a positive integer"));
  CHECK_THAT(message("finite(P=[0.5,0.4],Q=[0.5,0.5])"), Contains("P sums to 0.9"));
  CHECK_THAT(message("finite(P=[0.5,0.5],Q=[1.5,-0.5])"), Contains("negative"));
  CHECK_THAT(message("finite(P=[1],Q=[0.5,0.5])"), Contains("same positive number"));
  CHECK_THAT(message("finite(P=0.5,Q=[1])"), Contains("P is a list") && Contains("column 10"));
  CHECK_THAT(message("finite(P=[0.5,x],Q=[1])"), Contains("not a number: 'x'"));
  CHECK_THAT(message("finite(P=[0.5,0.5,Q=[1])"),
             Contains("in the list") || Contains("not a number"));
  CHECK_THAT(message("finite(P=[0.5,0.5)"), Contains("expected ',' or ']'"));
  CHECK_THAT(message("gaussian(sigma=[1])"), Contains("single number"));
}

TEST_CASE("finite: a threshold that cannot be told from an atom gives both sides",
          "[mechanisms][FINITE-ATOM]") {
  const Mechanism m = randomized_response(testing::number("1"), Rational(2));
  const Real near(
      [](Bits p) { return widen(Ball(Rational(1), p), UpperBound::of(testing::ball("1e-9"))); });
  const LossTails both = m->tails(near, Bits{96});
  for (const char* t : {"1", "0.999999999"}) {
    const LossTails one = m->tails(testing::number(t), Bits{160});
    CHECK(overlaps(both.P_above, one.P_above));
    CHECK(overlaps(both.P_below, one.P_below));
    CHECK(overlaps(both.Q_above, one.Q_above));
    CHECK(overlaps(both.Q_below, one.Q_below));
  }
  CHECK(both.P_above.is_finite());
}
