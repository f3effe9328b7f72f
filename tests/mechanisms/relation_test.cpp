/// Plain noise and randomized response under other neighbouring relations.
#include "reference/quantities/calibration/calibration.hpp"
#include "tests/mechanisms/pair_checks.hpp"

using namespace plumbline;
using namespace plumbline::testing;

TEST_CASE("relation: replacing a record doubles the sensitivity of plain noise",
          "[mechanisms][relation]") {
  for (const auto& [replaced, doubled] :
       {std::pair{"gaussian(sigma=1.5,relation=replace)", "gaussian(sigma=1.5,sensitivity=2)"},
        {"laplace(b=2,sensitivity=0.7,relation=replace)", "laplace(b=2,sensitivity=1.4)"},
        {"gaussian(sigma=3,relation=replace_special)", "gaussian(sigma=3)"},
        {"laplace(b=3,relation=zero_out)", "laplace(b=3)"},
        {"gaussian(sigma=3,relation=add_or_remove)", "gaussian(sigma=3)"}}) {
    CAPTURE(replaced);
    CHECK(Composition::parse(replaced).identity() == Composition::parse(doubled).identity());
    check_round_trip(replaced);
  }
  CHECK_THROWS_WITH(Composition::parse("gaussian(sigma=1,relation=add)"),
                    Catch::Contains("relation must be one of"));
  CHECK_THROWS_WITH(Composition::parse("discrete_laplace(b=1,relation=replace)"),
                    Catch::Contains("no parameter 'relation'"));
}

TEST_CASE("relation: calibration goes along the same parameters", "[mechanisms][relation]") {
  const Family sigma("gaussian(sigma=?,relation=replace)", "");
  CHECK(sigma.order().larger_is_more_private);
  CHECK(sigma.at(number("2")).identity() ==
        Composition::parse("gaussian(sigma=2,sensitivity=2)").identity());
  CHECK(sigma.expression() == "gaussian(sigma=?,relation=replace)");
  CHECK_THROWS_AS(Family("gaussian(sigma=2,relation=?)", ""), std::invalid_argument);
}

TEST_CASE("relation: randomized response against the uniform law", "[mechanisms][relation]") {
  const std::string one = "randomized_response(epsilon=1,k=3,relation=replace_special)";
  check_value(forward_delta(one, "0.2"), "0.16898263204577249855", 15);
  check_round_trip(one);
  // Its reverse at e^-t in closed form: the minimum of the masses, 1/3 and 1 - q.
  const Bits p{128};
  const Ball E = exp(ball("1", p)), q = E / (E + 2), third = ball("1/3", p);
  PrivacyProfile reverse(Composition::parse(one), Direction::reverse);
  const Ball t = ball("0.1", p);
  const Ball truth = third * 2 - exp(t) * (Ball::integer(1, p) - q);
  check_meet(reverse.delta(Real(number("0.1")), Effort{15}).value, truth, 15);
  // A composition, by binomial sums and by lattices.
  check_engines(one + "^40", "1", "finite", "lattice", 2);
  check_engines(one + "^3 * gaussian(sigma=2)", "0.5", "fourier", "lattice", 2);
  const Family family("randomized_response(epsilon=?,k=3,relation=replace_special)", "");
  CHECK_FALSE(family.order().larger_is_more_private);
}
