/// Compositions whose loss is infinite with probability close to 1: the remaining part has few digits.
#include "reference/arithmetic/running/effort.hpp"
#include "reference/quantities/privacy_profile.hpp"
#include "reference/quantities/quantities.hpp"
#include "reference/values/enclosure.hpp"
#include "tests/support.hpp"

namespace plumbline {
namespace {

const char* const kNearlyAllInfinite =
    "subsampled(subsampled(blatantly_non_private(),p=4/5),p=1/10)^100 * "
    "choice(1/4:subsampled(b_min_sep(sigma=3/2,strategy=toeplitz([1,1/2]),steps=2,p=1/"
    "4,separation=2),p=1),"
    "3/4:approximate_dp(epsilon=1/2,delta=1/100))^2";

Enclosure fresh(const char* expression, Direction direction, int digits) {
  PrivacyProfile profile(Composition::parse(expression), direction);
  Effort effort;
  effort.digits = digits;
  return profile.delta(Real(Rational(1, 4)), effort);
}

}  // namespace

TEST_CASE("infinite mass: the larger direction has its digits when it is asked first",
          "[quantities]") {
  const Enclosure worst = fresh(kNearlyAllInfinite, Direction::worst, 6);
  const Enclosure forward = fresh(kNearlyAllInfinite, Direction::forward, 12);
  REQUIRE(worst.value.relative_digits() >= 6);
  REQUIRE(certainly_less(worst.value, forward.value) == false);
  REQUIRE(certainly_less(forward.value, worst.value) == false);
}

TEST_CASE("infinite mass: the error budget covers the radius", "[quantities]") {
  const char* const expression =
      "choice(1/2:subsampled(uniform(width=8),p=4/5),1/2:binomial(n=5)) * "
      "choice(1/3:choice(1/4:laplace(b=2),3/4:finite(P=[0,1/12,11/12],Q=[2/3,1/4,1/12])),"
      "1/3:exponential_mechanism(epsilon=1),"
      "1/3:above_threshold(b_threshold=1,b_queries=4,answers=[0,0,0],others=[0,1,1],cutoff=1))^100";
  for (const int digits : {3, 6, 9}) {
    const Enclosure found = fresh(expression, Direction::worst, digits);
    const ErrorBudget& e = found.budget;
    REQUIRE(found.value.radius() <= e.quadrature + e.truncation + e.discretisation + e.rounding);
  }
}

}  // namespace plumbline
