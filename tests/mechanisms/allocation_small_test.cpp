/// Random allocation with few steps at one law: a quick subset of the tests of the bounds in
/// `allocation_grids_test.cpp`, which cover many laws.
#include <cmath>

#include "reference/composition/composition.hpp"
#include "reference/mechanisms/allocation/allocation_moments.hpp"
#include "reference/mechanisms/allocation/allocation_plan.hpp"
#include "reference/mechanisms/allocation/allocation_sketch.hpp"
#include "reference/mechanisms/registry.hpp"
#include "tests/support.hpp"

using namespace plumbline;
using namespace plumbline::testing;

namespace {

constexpr Bits kBits{128};

allocation::AllocationLaw small_law() { return allocation::law_of(number("0.3"), Rational(20)); }

}  // namespace

TEST_CASE("random allocation, small: a coarse ray", "[mechanisms][allocation][ALLOCATION-REAL]") {
  const allocation::AllocationLaw law = allocation::law_of(number("0.3"), Rational(3000));
  const double c = -3, step = 1.4;
  const allocation::RealPlan plan = allocation::plan_real(law, c, kBits);
  const Ball truth = allocation::transform(law, c, kBits);
  for (const double beta : {0.7, 1.1}) {
    allocation::Ray ray = plan.ray;
    ray.step = step;
    const double finer = plan.ray.step / step;
    ray.first = static_cast<long>(std::floor(static_cast<double>(plan.ray.first) * finer));
    ray.last = static_cast<long>(std::ceil(static_cast<double>(plan.ray.last) * finer));
    ray.above = ray.below = beta;
    const Ball K = allocation::transform(law, c, plan.order, ray, plan.grid, kBits, [] {});
    CAPTURE(beta);
    REQUIRE(K.is_finite());
    CHECK(overlaps(K, truth));
    // The error is visible.
    CHECK((abs(K.midpoint() - truth) / K.radius().ball(kBits)).approximate() > 0.5);
  }
}

TEST_CASE("random allocation, small: a moment bounds K to the right",
          "[mechanisms][allocation][ALLOCATION-MOMENT][ALLOCATION-BETWEEN]") {
  const allocation::AllocationLaw law = small_law();
  const Ball K = allocation::moments(law, 2, kBits).back();
  const double best = allocation::sketch_of(law).moment_saddle(2, 2);
  const Ball top = allocation::moment_bound(law, 2, best, kBits);
  CHECK(certainly_less(K, top));
  CHECK((K / top).approximate() > 0.2);
  const Ball range = allocation::transform_range(law, 1.25, kBits);
  CHECK(range.is_finite());
  CHECK(overlaps(range, allocation::transform(law, 1.25, kBits)));
}

TEST_CASE("random allocation, small: a power's bound to the right",
          "[mechanisms][allocation][ALLOCATION-POWER]") {
  const allocation::AllocationLaw law = small_law();
  const Ball K = allocation::moments(law, 2, kBits).back();
  const long N = allocation::power_order(2);
  const double best = allocation::sketch_of(law).moment_saddle(2, N);
  const Ball top = allocation::power_bound(law, 2, N, best, kBits);
  REQUIRE(top.is_finite());
  CHECK(certainly_less(K, top));
  CHECK((K / top).approximate() > 0.9);
}

TEST_CASE("random allocation, small: the transform's decay",
          "[mechanisms][allocation][ALLOCATION-DECAY]") {
  const Mechanism m = Composition::parse("random_allocation(sigma=8,t=2)").factors()[0].mechanism;
  const LossMeasure& K_of = measure_of(*m);
  const double c = 0.5, scale = 11;  // sqrt(t) sigma
  const Ball K = K_of.transform(c, kBits);
  const LineValues line = K_of.transform_on_line(c, exact(scale / 2, kBits), 3, kBits, [] {});
  double most = 0;
  for (size_t k = 1; k < 3; ++k) {
    const double y = scale / 2 * static_cast<double>(k);
    const Ball size = line.values[k].magnitude().ball(kBits);
    const Ball bound = K_of.decay(c, y, kBits) * K;
    CHECK(certainly_at_most(size, bound));
    CHECK(certainly_at_most(size, K_of.algebraic_decay(c).ball(kBits) / exact(y, kBits)));
    most = std::max(most, (size / bound).approximate());
  }
  CHECK(most > 0.5);
}
