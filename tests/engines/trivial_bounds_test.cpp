/// An impossible answer is an error and is not clipped.
#include "reference/engines/trivial_bounds.hpp"

#include "reference/arithmetic/contradiction.hpp"
#include "reference/engines/engine.hpp"
#include "tests/support.hpp"

using namespace plumbline;
using plumbline::testing::ball;
using plumbline::testing::number;

TEST_CASE("support: an answer is clipped to its range, and a contradiction to it is an error",
          "[support][contradiction]") {
  const Real t(number("-1"));
  const auto between = [](const char* low, const char* high) {
    return Ball::hull(ball(low), ball(high));
  };
  const Ball low = clipped(Question::delta, between("-0.1", "0.5"), t);
  CHECK(certainly_at_most(ball("0"), low));
  CHECK(low.contains(number("0.499")));
  const Ball high = clipped(Question::P_above, between("0.9", "1.5"), t);
  CHECK(certainly_less(high, ball("1.000001")));
  CHECK(high.contains(number("0.901")));
  CHECK(clipped(Question::Q_below, Ball::indeterminate(Bits{64}), t).contains(number("0.5")));
  CHECK_THROWS_AS(clipped(Question::delta, between("-0.2", "-0.1"), t), Contradiction);
  CHECK_THROWS_AS(clipped(Question::Q_above, between("1.1", "1.2"), t), Contradiction);
  // The excess is at most e^t = 0.3678...
  CHECK_THROWS_AS(clipped(Question::excess, between("0.4", "0.5"), t), Contradiction);
  CHECK(certainly_less(clipped(Question::excess, between("0.3", "0.5"), t), ball("0.37")));
}
