/// The trade-off function of the worst direction if sums of losses are exactly 0 and parameters have so many digits
/// that no coarse lattice contains the losses.
#include <ctime>

#include "reference/quantities/quantities.hpp"
#include "reference/quantities/refined/gaussian_fit.hpp"
#include "tests/support.hpp"

using namespace plumbline;
using namespace plumbline::testing;

namespace {

/// Returns the processor time in seconds.
double seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

/// Checks that the worst direction equals the forward one: both directions have the same curve, which is symmetric.
void check_as_forward(const std::string& mechanism, const std::string& alpha, int digits) {
  CAPTURE(mechanism, alpha, digits);
  const Composition composition = Composition::parse(mechanism);
  PrivacyProfile worst(composition, Direction::worst), forward(composition, Direction::forward);
  const double begin = seconds();
  const Effort effort{digits, [&] {
                        if (seconds() - begin > 5) throw Interrupted();
                      }};
  const Rational level = number(alpha);
  const Certified found = tradeoff(worst, level, effort);
  CHECK(seconds() - begin < 1);
  CHECK(found.reached());
  check_meet(found.value(), tradeoff(forward, level, effort).value(), digits);
  const Certified risen = reconstruction(worst, level, effort);
  CHECK(risen.reached());
  CHECK(overlaps(risen.value() + found.value(), Ball::integer(1, Bits{256})));
}

const std::string kMany = "0.27722338978794500000000000000000000000000000001";

}  // namespace

TEST_CASE("worst direction: a parameter of fifteen digits costs none", "[quantities][tradeoff]") {
  const std::string response = "randomized_response(epsilon=0.277223389787945)",
                    staircase = "*staircase(epsilon=0.345,gamma=0.842)";
  check_as_forward(response + "^2" + staircase, "0.5", 6);
  check_as_forward(response + "^10" + staircase, "0.5", 9);
  check_as_forward(response + "^18" + staircase, "0.1", 6);
  check_as_forward(response + "^10*randomized_response(epsilon=0.345)^2", "0.5", 4);
}

TEST_CASE("worst direction: chords of tests beside 0 bound it where ties are not known",
          "[quantities][tradeoff][WORST-TIES]") {
  // An expression with so many digits that integer arithmetic does not separate sums from 0.
  const std::string mechanism =
      "randomized_response(epsilon=" + kMany + ")^10*randomized_response(epsilon=0.345)^2";
  for (const int digits : {4, 12, 25}) check_as_forward(mechanism, "0.5", digits);
  check_as_forward(
      "randomized_response(epsilon=" + kMany + ")^2*randomized_response(epsilon=0.345)^2", "0.45",
      9);
  check_as_forward(mechanism, "0.05", 9);
  check_as_forward(mechanism, "0.999", 9);
}

TEST_CASE("worst direction: a tail at a tie is left open soon", "[engines][finite]") {
  const Composition composition = Composition::parse("randomized_response(epsilon=" + kMany +
                                                     ")^10*randomized_response(epsilon=0.345)^2");
  PrivacyProfile profile(composition, Direction::forward);
  const double begin = seconds();
  const Ball tail =
      profile.engine().answer(Question::P_above, Real(Rational(0)), Effort{15, [] {}}).value;
  CHECK(seconds() - begin < 2);
  CHECK(tail.is_finite());
  const Real beside(power_of_ten(-60));
  const Ball above = profile.engine().answer(Question::P_above, beside, Effort{15, [] {}}).value;
  const Ball with_tie =
      profile.engine().answer(Question::P_above, -beside, Effort{15, [] {}}).value;
  CHECK(above.relative_digits() > 15);
  CHECK(with_tie.relative_digits() > 15);
  CHECK(overlaps(tail, above));
  CHECK(overlaps(tail, with_tie));
}

TEST_CASE("worst direction: rare levels of several losses take no time", "[quantities][tradeoff]") {
  // The line of a rare level is close to the largest loss, where both profiles are 0.
  const std::string mechanism =
      "randomized_response(epsilon=0.277)^10*randomized_response(epsilon=0.345)^2";
  for (const char* alpha : {"1e-10", "1e-6", "0.9999999999"}) check_as_forward(mechanism, alpha, 6);
}
