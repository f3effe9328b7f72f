/// Random allocation on rays and grids so coarse that the errors of the rules are visible: every bound must cover its
/// error, and is so tight that a false bound would fail.
#include <cmath>

#include "reference/composition/composition.hpp"
#include "reference/mechanisms/allocation/allocation_moments.hpp"
#include "reference/mechanisms/allocation/allocation_plan.hpp"
#include "reference/mechanisms/allocation/allocation_sketch.hpp"
#include "reference/mechanisms/registry.hpp"
#include "tests/share.hpp"
#include "tests/support.hpp"
#include "tests/witness_allocation.hpp"

using namespace plumbline;
using namespace plumbline::testing;
using allocation::Ray;
using allocation::StepGrid;

namespace {

constexpr Bits kBits{128};
const auto kNoPoll = [] {};

allocation::AllocationLaw law_at(double mu, long t) {
  return allocation::law_of(number(Random::text(mu)), Rational(t));
}

/// Returns the error as a share of the bound.
double use(const Ball& value, const Ball& truth) {
  return (abs(value.midpoint() - truth) / value.radius().ball(kBits)).approximate();
}

/// Returns Phi(v - i angle) in long double.
witness::Long phi(const allocation::AllocationLaw& law, double v, double angle) {
  const long double mu = std::stold(law.mu.text());
  const long double r = std::exp(static_cast<long double>(v)) / law.t_approx;
  return witness::lognormal_laplace(mu, std::polar(r, -static_cast<long double>(angle)));
}

Ball near(long double x) {
  return widen(Ball::from_binary64(static_cast<double>(x), kBits) +
                   Ball::from_binary64(static_cast<double>(x - static_cast<double>(x)), kBits),
               UpperBound::of(exact(1e-16, kBits)));
}

/// Checks that the values at several points contain the truth, and returns the largest share of a radius that is
/// used.
double checked_use(const allocation::AllocationLaw& law, const StepGrid& grid, double angle) {
  const allocation::StepValues values(law, grid, kNoPoll);
  const allocation::Places places{angle, 0.25, -12, 24, 0};
  const ComplexVector found = values.at(places, kNoPoll);
  double most = 0;
  for (size_t j = 0; j < places.count; ++j) {
    const double v = 0.25 * (static_cast<double>(j) - 12);
    const witness::Long truth = phi(law, v, angle);
    CAPTURE(v);
    CHECK(overlaps(found[j].real(), near(truth.real())));
    CHECK(overlaps(found[j].imag(), near(truth.imag())));
    most = std::max(most, use(found[j].real(), near(truth.real())));
    if (angle == 0) {
      const Ball at = values.at(exact(v, kBits));
      CHECK(overlaps(at, near(truth.real())));
    }
  }
  return most;
}

}  // namespace

TEST_CASE("coarse grids: aliases of one step of random allocation",
          "[mechanisms][allocation][ALLOCATION-STEP]") {
  Random random(911);
  double left = 0, right = 0;
  for (int i = 0; i < iterations(20); ++i) {
    const allocation::AllocationLaw law = law_at(random.uniform(0.5, 1.2), random.integer(1, 9));
    const double angle = i % 2 == 0 ? 0 : random.uniform(0, 1.2);
    StepGrid grid{0.75, 9, random.uniform(0.6, 0.8), 0, 0, kBits};
    grid.last = static_cast<long>(24 / grid.step);
    grid.first = -grid.last;
    CAPTURE(law.mu.text(), law.t.text(), angle, grid.step);
    left = std::max(left, checked_use(law, grid, angle));
    grid.beta = random.uniform(4, 6);
    grid.far = grid.beta + random.uniform(3, 6);
    grid.step = random.uniform(0.9, 1.4);
    right = std::max(right, checked_use(law, grid, angle));
  }
  CHECK(left > 0.3);
  CHECK(right > 0.05);
  const allocation::AllocationLaw law = law_at(1, 3);
  for (const StepGrid& bad : {StepGrid{0, 9, 1, -9, 9, kBits}, StepGrid{1, 1, 1, -9, 9, kBits},
                              StepGrid{1, 2, 0, -9, 9, kBits}, StepGrid{1, 2, 1, 1, 9, kBits}}) {
    const allocation::StepValues values(law, bad, kNoPoll);
    CHECK_FALSE(values.at(exact(0, kBits)).is_finite());
    CHECK_FALSE(values.at({0, 0.25, -12, 24, 0}, kNoPoll)[3].real().is_finite());
  }
  const allocation::StepValues values(law, {1, 9, 0.1, -99, 99, kBits}, kNoPoll);
  CHECK_FALSE(values.at({1.6, 0.25, -12, 24, 0}, kNoPoll)[3].real().is_finite());
  CHECK_THROWS_AS(allocation::StepValues(law_at(1, 0), {1, 9, 0.1, -99, 99, kBits}, kNoPoll),
                  std::logic_error);
}

TEST_CASE("coarse grids: short sums for one step of random allocation",
          "[mechanisms][allocation][ALLOCATION-STEP-CUT]") {
  Random random(912);
  double most = 0;
  for (int i = 0; i < iterations(20); ++i) {
    const allocation::AllocationLaw law = law_at(random.uniform(0.5, 1.2), random.integer(1, 9));
    const double angle = i % 2 == 0 ? 0 : random.uniform(0, 1.2);
    StepGrid grid{1, 12, 0.1, 0, 0, kBits};
    grid.last = random.integer(30, 60);
    grid.first = angle == 0 ? -grid.last : -random.integer(50, 90);
    CAPTURE(law.mu.text(), law.t.text(), angle, grid.first, grid.last);
    most = std::max(most, checked_use(law, grid, angle));
  }
  CHECK(most > 0.3);
  // If the terms do not decrease yet, the bound is infinite.
  const allocation::StepValues values(law_at(0.5, 3), {1, 9, 0.01, -1, 1, kBits}, kNoPoll);
  CHECK_FALSE(values.at({1.2, 0.25, -12, 24, 0}, kNoPoll)[3].real().is_finite());
}

TEST_CASE("coarse rays: K on the real axis", "[mechanisms][allocation][ALLOCATION-REAL][sweep]") {
  Random random(913);
  double most = 0;
  for (int i = 0; i < of_sweep(5, 20); ++i) {
    const allocation::AllocationLaw law =
        law_at(random.uniform(0.1, 0.5), random.integer(100, 9000));
    const double c = -std::round(random.uniform(0.8, 4) * 32) / 32;
    const allocation::RealPlan plan = allocation::plan_real(law, c, kBits);
    Ray ray = plan.ray;
    ray.step = random.uniform(0.8, 2);
    ray.first = static_cast<long>(
        std::floor(static_cast<double>(plan.ray.first) * plan.ray.step / ray.step));
    ray.last =
        static_cast<long>(std::ceil(static_cast<double>(plan.ray.last) * plan.ray.step / ray.step));
    const Ball truth = allocation::transform(law, c, kBits);
    CAPTURE(law.mu.text(), law.t.text(), c, ray.step);
    for (double b = 0.6; b < 1.55; b += 0.1) {
      ray.above = ray.below = b;
      const Ball K = allocation::transform(law, c, plan.order, ray, plan.grid, kBits, [] {});
      if (!K.is_finite()) continue;
      CHECK(overlaps(K, truth));
      most = std::max(most, use(K, truth));
    }
  }
  CHECK(most > 0.2);
  const allocation::AllocationLaw law = law_at(1, 10);
  const allocation::RealPlan plan = allocation::plan_real(law, -2, kBits);
  const auto claims = [&](double c, int order, const Ray& ray) {
    return allocation::transform(law, c, order, ray, plan.grid, kBits, [] {}).is_finite();
  };
  CHECK(claims(-2, 0, plan.ray));
  Ray bad = plan.ray;
  bad.above = 1.6;
  CHECK_FALSE(claims(-2, 0, bad));
  bad.above = 0;
  CHECK_FALSE(claims(-2, 0, bad));
  CHECK_FALSE(claims(0.5, 0, plan.ray));
  bad = plan.ray;
  bad.angle = 0.1;
  CHECK_FALSE(claims(-2, 0, bad));
}

TEST_CASE("coarse rays: K on a line", "[mechanisms][allocation][ALLOCATION-LINE][sweep]") {
  Random random(914);
  double most = 0;
  for (int i = 0; i < of_sweep(1, 6); ++i) {
    const allocation::AllocationLaw law =
        law_at(random.uniform(0.1, 0.5), random.integer(100, 9000));
    const double c = -std::round(random.uniform(0.8, 4) * 32) / 32, D = 0.5;
    constexpr size_t kCount = 8;
    const allocation::LinePlan fine = allocation::plan_line(law, c, D, kCount, kBits);
    const auto truth =
        allocation::transform_on_line(law, c, fine, exact(D, kBits), kCount, kBits, kNoPoll);
    // The error of Phi itself is far below that of the coarse ray.
    allocation::LinePlan plan = allocation::plan_line(law, c, D, kCount, Bits{384});
    plan.stretches = {{fine.stretches[0].ray, 0, kCount}};
    Ray& ray = plan.stretches[0].ray;
    ray.angle = random.uniform(0, 0.6);
    ray.step = random.uniform(0.5, 1.2);
    const double low =
        static_cast<double>(fine.stretches[0].ray.first) * fine.stretches[0].ray.step;
    const double high =
        static_cast<double>(fine.stretches[0].ray.last) * fine.stretches[0].ray.step;
    ray.first = static_cast<long>(std::floor(low / ray.step)) - 3;
    ray.last = static_cast<long>(std::ceil(high / ray.step));
    CAPTURE(law.mu.text(), law.t.text(), c, ray.step, ray.angle);
    for (double share = 0.3; share < 1; share += 0.1) {
      ray.above = share * (1.57 - ray.angle);
      ray.below = share * (1.57 + ray.angle);
      const auto line =
          allocation::transform_on_line(law, c, plan, exact(D, kBits), kCount, kBits, kNoPoll);
      REQUIRE(line.values[0].real().is_finite());
      for (size_t k = 0; k < kCount; ++k) {
        CHECK(overlaps(line.values[k].real(), truth.values[k].real()));
        CHECK(overlaps(line.values[k].imag(), truth.values[k].imag()));
        most = std::max(most, use(line.values[k].real(), truth.values[k].real()));
      }
    }
  }
  CHECK(most > 0.2);
}

TEST_CASE("coarse rays: nothing is claimed for a line where a need is not met",
          "[mechanisms][allocation][ALLOCATION-LINE]") {
  const allocation::AllocationLaw law = law_at(1, 10);
  const double c = -2, D = 1;
  constexpr size_t kCount = 5;
  const allocation::LinePlan fine = allocation::plan_line(law, c, D, kCount, kBits);
  const auto claims = [&](const allocation::LinePlan& plan, double step) {
    const auto line =
        allocation::transform_on_line(law, c, plan, exact(step, kBits), kCount, kBits, kNoPoll);
    return line.values[2].real().is_finite();
  };
  CHECK(claims(fine, D));
  CHECK_FALSE(claims(fine, -1));
  CHECK_FALSE(claims({}, D));
  allocation::LinePlan bad = fine;
  bad.stretches.back().to = kCount - 1;
  CHECK_FALSE(claims(bad, D));
  for (Ray change : {Ray{1.58, 0, 0, 0, 0, 0}, Ray{0, 0, 1.6, 0, 0, 0}, Ray{0, 0, 0, 3.2, 0, 0}}) {
    bad = fine;
    Ray& ray = bad.stretches.front().ray;
    if (change.angle > 0) ray.angle = change.angle;
    if (change.above > 0) ray.above = change.above;
    if (change.below > 0) ray.below = change.below;
    bad.stretches.front().to = kCount;
    bad.stretches.resize(1);
    CHECK_FALSE(claims(bad, D));
  }
}

TEST_CASE("coarse rays: sums cut short", "[mechanisms][allocation][ALLOCATION-ENDS]") {
  Random random(915);
  double left = 0, right = 0;
  for (int i = 0; i < iterations(6); ++i) {
    const allocation::AllocationLaw law = law_at(random.uniform(0.1, 2.5), random.integer(2, 9000));
    const double c = std::round(random.uniform(-6, 4) * 32) / 32;
    const allocation::RealPlan plan = allocation::plan_real(law, c, kBits);
    const Ball truth = allocation::transform(law, c, kBits);
    const auto range =
        allocation::sketch_of(law).range(plan.order, plan.order - c, random.uniform(3, 9));
    CAPTURE(law.mu.text(), law.t.text(), c);
    for (const bool at_left : {true, false}) {
      Ray ray = plan.ray;
      (at_left ? ray.first : ray.last) = std::lround((at_left ? range.low : range.high) / ray.step);
      const Ball K = allocation::transform(law, c, plan.order, ray, plan.grid, kBits, [] {});
      REQUIRE(K.is_finite());
      CHECK(overlaps(K, truth));
      double& most = at_left ? left : right;
      most = std::max(most, use(K, truth));
    }
  }
  CHECK(left > 0.8);
  CHECK(right > 0.5);
}

TEST_CASE("random allocation: the transform's decay",
          "[mechanisms][allocation][ALLOCATION-DECAY][sweep]") {
  int index = 0;
  for (const char* text : {"random_allocation(sigma=8,t=2)", "random_allocation(sigma=5,t=40)",
                           "random_allocation(sigma=0.5,t=3)"}) {
    if (!of_list(index++, 3)) continue;
    const Mechanism m = Composition::parse(text).factors()[0].mechanism;
    const LossMeasure& K_of = measure_of(*m);
    CAPTURE(text);
    for (const double c : {-3.0, 0.5, 3.25}) {
      const Ball K = K_of.transform(c, kBits);
      const double scale = text[24] == '8' ? 11 : text[24] == '5' ? 31 : 1;  // sqrt(t) sigma
      double most = 0, most_algebraic = 0;
      const LineValues line = K_of.transform_on_line(c, exact(scale / 2, kBits), 8, kBits, kNoPoll);
      for (size_t k = 1; k < 8; ++k) {
        const double y = scale / 2 * static_cast<double>(k);
        const UpperBound size = line.values[k].magnitude();
        const Ball bound = K_of.decay(c, y, kBits) * K;
        CHECK(certainly_at_most(size.ball(kBits), bound));
        most = std::max(most, (size.ball(kBits) / bound).approximate());
        const Ball algebraic = K_of.algebraic_decay(c).ball(kBits) / exact(y, kBits);
        CHECK(certainly_at_most(size.ball(kBits), algebraic));
        most_algebraic = std::max(most_algebraic, (size.ball(kBits) / algebraic).approximate());
      }
      if (scale > 1) CHECK(most > 0.9);
      if (scale > 1) CHECK(most_algebraic > 0.5);
    }
  }
}

TEST_CASE("random allocation: moments bound K to the right",
          "[mechanisms][allocation][ALLOCATION-MOMENT][ALLOCATION-BETWEEN][sweep]") {
  Random random(916);
  double most = 0;
  for (int i = 0; i < of_sweep(1, 6); ++i) {
    const allocation::AllocationLaw law = law_at(random.uniform(0.1, 2.5), random.integer(2, 900));
    CAPTURE(law.mu.text(), law.t.text());
    for (const long n : {2L, 3L, 4L}) {
      const Ball K = allocation::transform(law, static_cast<double>(n), kBits);
      const double best = allocation::sketch_of(law).moment_saddle(static_cast<double>(n), n);
      for (const double off : {-1.0, 0.0, 0.5}) {
        const Ball top = allocation::moment_bound(law, n, best + off, kBits);
        CHECK(certainly_less(K, top));
        most = std::max(most, (K / top).approximate());
      }
    }
    for (const double c : {1.0, 1.25, 2.0, 3.75, 4.5}) {
      const Ball range = allocation::transform_range(law, c, kBits);
      CHECK(overlaps(range, allocation::transform(law, c, kBits)));
      CHECK(range.is_finite());
    }
  }
  CHECK(most > 0.2);
  CHECK_FALSE(allocation::moment_bound(law_at(1, 2), 0, 0, kBits).is_finite());
  CHECK_FALSE(allocation::transform_range(law_at(1, 2), 0.5, kBits).is_finite());
  CHECK_FALSE(allocation::transform_range(law_at(1, 2), 1e9, kBits).is_finite());
}

TEST_CASE("random allocation: a power's bound to the right",
          "[mechanisms][allocation][ALLOCATION-POWER][sweep]") {
  Random random(917);
  double most = 0, most_short = 0;
  const auto checked = [&](const allocation::AllocationLaw& law, double c, long N, const Ball& K) {
    const double best = allocation::sketch_of(law).moment_saddle(c, N);
    double most_here = 0;
    for (const double off : {-0.3, 0.0, 0.2}) {
      const Ball top = allocation::power_bound(law, c, N, best + off, kBits);
      CAPTURE(c, N, off);
      REQUIRE(top.is_finite());
      CHECK(certainly_less(K, top));
      most_here = std::max(most_here, (K / top).approximate());
    }
    return most_here;
  };
  for (int i = 0; i < of_sweep(2, 8); ++i) {
    const allocation::AllocationLaw law =
        law_at(random.log_uniform(0.02, 0.6), std::lround(random.log_uniform(2, 9e4)));
    CAPTURE(law.mu.text(), law.t.text());
    for (const double c : {1.25, 3.5, 4.75}) {
      const Ball K = allocation::transform(law, c, kBits);
      most = std::max(most, checked(law, c, allocation::power_order(c), K));
      // So short that the part beyond N is visible.
      most_short = std::max(most_short, checked(law, c, std::lround(c + std::sqrt(c) + 5), K));
    }
    const long n = random.integer(20, 300);
    const Ball K = allocation::moments(law, n, kBits).back();
    const double c = static_cast<double>(n);
    most = std::max(most, checked(law, c, allocation::power_order(c), K));
  }
  CHECK(most > 0.95);
  CHECK(most_short > 0.8);
  const auto claims = [](double c, long N) {
    return allocation::power_bound(law_at(0.1, 20), c, N, 2, kBits).is_finite();
  };
  CHECK(claims(9, 24));
  CHECK_FALSE(claims(9, 13));
  CHECK_FALSE(claims(9, 10));
  CHECK_FALSE(claims(9, 0));
  CHECK_FALSE(claims(0, 24));
  CHECK_FALSE(claims(-1, 24));
  CHECK_FALSE(claims(1e9, 24));
}

TEST_CASE("random allocation: few steps have as many moments as many", "[mechanisms][allocation]") {
  // At t = 2 the moments are those of the expanded (Y_1 + Y_2)^n; the recursion cancels there.
  const Bits p{64};
  for (const char* mu : {"0.05", "1"}) {
    const allocation::AllocationLaw law = allocation::law_of(number(mu), Rational(2));
    const auto found = allocation::moments(law, 360, p);
    for (const long n : {1L, 7L, 120L, 360L}) {
      Ball sum(kBits), choose = Ball::integer(1, kBits);
      for (long k = 0; k <= n; ++k) {
        const long pairs = (k * (k - 1) + (n - k) * (n - k - 1)) / 2;
        sum += choose * exp(square(ball(mu, kBits)) * pairs);
        choose = choose * (n - k) / (k + 1);
      }
      CAPTURE(mu, n);
      check_meet(found[static_cast<size_t>(n)], sum / power(Ball::integer(2, kBits), Rational(n)),
                 15);
    }
  }
}
