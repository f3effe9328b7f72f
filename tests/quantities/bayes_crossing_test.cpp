/// The crossings of two Bayes errors, compared with closed forms.
#include "reference/quantities/comparison/bayes_crossing.hpp"

#include "tests/support.hpp"

using namespace plumbline;
using namespace plumbline::testing;

namespace {

Effort digits(int n) {
  Effort out;
  out.digits = n;
  return out;
}

/// Checks the crossing of R = (1 - delta) min(pi, 1 - pi), of the pair that discloses the record with probability
/// delta, and min(pi, 1 - pi, 1/(1 + e^eps)), of randomized response. They cross where (1 - delta) pi = 1/(1 +
/// e^eps).
void check_crossing(const Rational& epsilon, const Rational& delta, const Rational& width) {
  PrivacyProfile disclosing(
      Composition::parse("approximate_dp(epsilon=0,delta=" + delta.text() + ")"),
      Direction::forward);
  PrivacyProfile response(Composition::parse("randomized_response(epsilon=" + epsilon.text() + ")"),
                          Direction::forward);
  const Rational from(1, 1000), to(1, 2);
  const BayesCrossing found = bayes_crossing(disclosing, response, from, to, width, digits(25));
  INFO("epsilon " << epsilon.text() << ", delta " << delta.text());
  CHECK(found.to - found.from <= width);
  const Bits p{256};
  const Ball level = Ball::integer(1, p) / (Ball::integer(1, p) + exp(Ball(epsilon, p)));
  const Ball place = level / Ball(Rational(1) - delta, p);
  CHECK(certainly_less(Ball(found.from, p), place));
  CHECK(certainly_less(place, Ball(found.to, p)));
  CHECK(certainly_less(found.error.value().lower(), level));
  CHECK(certainly_less(level, found.error.value().upper()));
}

}  // namespace

TEST_CASE("bayes_crossing: the place and the error there, against the closed form", "[CROSSING]") {
  for (const long e : {1, 2, 3, 4, 5}) {
    for (const long tenths : {1, 2, 3}) {
      check_crossing(Rational(e), Rational(tenths, 10), power_of_ten(-6));
    }
  }
  check_crossing(Rational(1), Rational(1, 7), power_of_ten(-12));
}

TEST_CASE("bayes_crossing: refuses ends at which the errors do not differ oppositely") {
  PrivacyProfile one(Composition::parse("gaussian(sigma=1)"), Direction::forward);
  PrivacyProfile other(Composition::parse("gaussian(sigma=2)"), Direction::forward);
  const Rational half(1, 2), low(1, 10);
  CHECK_THROWS_AS(bayes_crossing(one, other, low, half, low, digits(10)), std::invalid_argument);
  CHECK_THROWS_AS(bayes_crossing(one, one, low, half, low, digits(10)), std::invalid_argument);
  CHECK_THROWS_AS(bayes_crossing(one, other, half, low, low, digits(10)), std::invalid_argument);
}
