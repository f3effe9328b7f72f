#include "reference/regions/tv_region_values.hpp"

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/constants.hpp"
#include "reference/arithmetic/contradiction.hpp"
#include "reference/values/mint.hpp"

namespace plumbline {

Certified region_value(const Ball& x, int digits) {
  require_within(x, kZero, kOne, "delta of a composition");
  return within(certified({x, {}}, "theorem2", digits), kZero, kOne);
}

Certified unknown_region_value(int digits) {
  return region_value(Ball::zero_to(UpperBound::of(Ball::integer(1, Bits{64})), Bits{64}), digits);
}

}  // namespace plumbline
