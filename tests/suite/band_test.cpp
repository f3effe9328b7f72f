#include "verify/suite/cases/band.hpp"

#include <limits>

#include "tests/support.hpp"

using namespace plumbline;

TEST_CASE("band: an interval contains the truth, misses it, or is undecided", "[suite][judge]") {
  const double infinity = std::numeric_limits<double>::infinity();
  const Ball third = Ball(Rational(1, 3), Bits{64});
  CHECK(band_contains({0.33, 0.34}, third) == true);
  CHECK(band_contains({-infinity, 0.34}, third) == true);
  CHECK(band_contains({0.33, infinity}, third) == true);
  CHECK(band_contains({0.34, 0.35}, third) == false);
  CHECK(band_contains({-infinity, 0.33}, third) == false);
  const Ball wide = Ball::hull(Ball(Rational(1, 8), Bits{64}), Ball(Rational(3, 8), Bits{64}));
  CHECK_FALSE(band_contains({0.25, 1.0}, wide).has_value());
  CHECK(band_contains({0.0, 1.0}, wide) == true);
}
