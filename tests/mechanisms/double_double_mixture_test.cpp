/// The transform of a Gaussian mixture in double-double arithmetic, compared with balls.
#include "reference/arithmetic/heuristics.hpp"
#include "reference/mechanisms/gaussian/mixture_double_double.hpp"
#include "reference/mechanisms/gaussian/mixture_machine.hpp"
#include "tests/support.hpp"

using namespace plumbline;
using mixture::DoubleDoubleRule;
using mixture::Grid;
using mixture::MixtureLaw;

namespace {

constexpr Bits kBits{256};
constexpr double kDepth = 58;

MixtureLaw random_law(testing::Random& random) {
  const Rational mu = testing::number(testing::Random::text(random.log_uniform(0.1, 1.9))),
                 p = testing::number(testing::Random::text(random.log_uniform(1e-5, 0.4)));
  return {mu, p, mu.approximate(), p.approximate()};
}

double random_order(testing::Random& random) {
  const bool right = random.integer(0, 1) == 1;
  return right ? 1 + random.log_uniform(0.1, 20) : -random.log_uniform(0.1, 20);
}

Grid fine_grid(const MixtureLaw& law, double c) {
  return mixture::heuristic::machine_grid(law, c, c, 0, kDepth);
}

struct Compared {
  double off = 0;    ///< the largest error, as a share of the stated bound
  double share = 0;  ///< the stated bound, as a share of K(c)
};

/// Compares a line with the same line in balls.
Compared compared(const MixtureLaw& law, const Grid& grid, double c, double D, size_t count) {
  const auto rule = DoubleDoubleRule::make(law, grid);
  REQUIRE(rule);
  const auto line = rule->line(c, D, count);
  const LineValues truth = mixture::transform_on_line(law, c, exact(D, kBits), count, kBits, [] {});
  Compared out;
  out.share = line.base / truth.values[0].real().approximate();
  if (!std::isfinite(line.base)) return out;
  for (size_t k = 0; k < count; ++k) {
    CAPTURE(k);
    const Ball re = exact(line.values[k].re, kBits) - truth.values[k].real(),
               im = exact(line.values[k].im, kBits) - truth.values[k].imag();
    const Ball most = exact(line.base, kBits) + exact(line.slope, kBits) * static_cast<long>(k);
    const Ball off = square(re) + square(im);  // may contain 0 and negative numbers
    CHECK(certainly_at_most(off, square(most)));
    out.off = std::max(out.off, std::sqrt(std::max(0.0, (off / square(most)).approximate())));
  }
  return out;
}

}  // namespace

TEST_CASE("double-double mixture: K on a line, sharp", "[mechanisms][DOUBLE-DOUBLE-MIXTURE]") {
  testing::Random random(41);
  for (int i = 0; i < testing::iterations(16); ++i) {
    const MixtureLaw law = random_law(random);
    const double c = random_order(random), D = rounded_down(random.log_uniform(0.01, 3), 20);
    CAPTURE(law.mu.text(), law.p.text(), c, D);
    CHECK(compared(law, fine_grid(law, c), c, D, 60).share < 1e-23);
  }
}

TEST_CASE("double-double mixture: steps so coarse that the rule's error is seen",
          "[mechanisms][DOUBLE-DOUBLE-MIXTURE]") {
  testing::Random random(42);
  int seen = 0;
  for (int i = 0; i < testing::iterations(60); ++i) {
    const MixtureLaw law = random_law(random);
    const double c = random_order(random), longer = random.uniform(2, 12);
    Grid grid = fine_grid(law, c);
    grid.step = rounded_down(grid.step * longer, 12);
    grid.first = saturated(static_cast<double>(grid.first) / longer) - 1;
    grid.last = saturated(static_cast<double>(grid.last) / longer) + 1;
    CAPTURE(law.mu.text(), law.p.text(), c, grid.step);
    if (compared(law, grid, c, 0.25, 8).off > 0.1) ++seen;
  }
  CHECK(seen > 3);
}

TEST_CASE("double-double mixture: any noise and any rate", "[mechanisms][DOUBLE-DOUBLE-MIXTURE]") {
  testing::Random random(43);
  int sharp = 0;
  for (int i = 0; i < testing::iterations(40); ++i) {
    const double sigma = random.log_uniform(0.05, 100), low = random.log_uniform(1e-9, 1);
    const Rational mu = Rational(1) / testing::number(testing::Random::text(sigma));
    Rational p = testing::number(testing::Random::text(low));
    if (i % 4 == 0) p = Rational(1) - p;
    const MixtureLaw law{mu, p, mu.approximate(), p.approximate()};
    const double c = random_order(random), D = rounded_down(random.log_uniform(1e-4, 30), 20);
    const Grid grid = fine_grid(law, c);
    CAPTURE(law.mu.text(), law.p.text(), c, D);
    // If the noise is very small, every rule would be too long, and none is made.
    if (!(grid.step > 0) || !DoubleDoubleRule::make(law, grid)) continue;
    if (compared(law, grid, c, D, 40).share < 1e-20) ++sharp;
  }
  CHECK(sharp > 20);
}

TEST_CASE("double-double mixture: rates next to 0 and 1", "[mechanisms][DOUBLE-DOUBLE-MIXTURE]") {
  for (const char* const tiny : {"1e-20", "1e-100", "1e-200", "1e-250", "1e-305"}) {
    for (const Rational& p : {testing::number(tiny), Rational(1) - testing::number(tiny)}) {
      const MixtureLaw law{Rational(1), p, 1, p.approximate()};
      const Grid grid = fine_grid(MixtureLaw{Rational(1), Rational(1, 2), 1, 0.5}, 3);
      CAPTURE(law.p.text());
      const auto rule = DoubleDoubleRule::make(law, grid);
      CHECK((rule != nullptr) == (testing::number("1e-205") < testing::number(tiny)));
      if (rule) CHECK(compared(law, grid, 3, 0.5, 10).share < 1e-20);
    }
  }
}

TEST_CASE("double-double mixture: what these numbers cannot do is refused", "[mechanisms]") {
  const MixtureLaw law{Rational(1), testing::number("0.01"), 1, 0.01};
  const Grid good = fine_grid(law, 3);
  const auto rule = DoubleDoubleRule::make(law, good);
  REQUIRE(rule);
  CHECK(DoubleDoubleRule::kept(law, good) == DoubleDoubleRule::kept(law, good));
  CHECK(std::isfinite(rule->line(3, 0.5, 4).base));
  CHECK_FALSE(std::isfinite(rule->line(1e9, 0.5, 4).base));
  Grid grid = good;
  grid.step = 0.1;  // has more bits than the position of a node
  CHECK_FALSE(DoubleDoubleRule::make(law, grid));
  grid = good;
  grid.shift = 1.6;  // 2 a mu > pi
  CHECK_FALSE(DoubleDoubleRule::make(law, grid));
  grid = good;
  grid.last = 1000000;
  CHECK_FALSE(DoubleDoubleRule::make(law, grid));
}
