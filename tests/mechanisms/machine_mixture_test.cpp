/// The transform of a Gaussian mixture in doubles, compared with balls.
#include "reference/arithmetic/heuristics.hpp"
#include "reference/mechanisms/gaussian/mixture_machine.hpp"
#include "tests/support.hpp"

using namespace plumbline;
using mixture::Grid;
using mixture::MachineOrder;
using mixture::MachineRule;
using mixture::MixtureLaw;

namespace {

constexpr Bits kBits{192};

MixtureLaw law_of(const std::string& mu, const std::string& p) {
  const Rational m = testing::number(mu), rate = testing::number(p);
  return {m, rate, m.approximate(), rate.approximate()};
}

MixtureLaw random_law(testing::Random& random) {
  return law_of(testing::Random::text(random.log_uniform(0.15, 1.8)),
                testing::Random::text(random.log_uniform(1e-4, 0.3)));
}

double random_order(testing::Random& random) {
  const bool right = random.integer(0, 1) == 1;
  return right ? 1 + random.log_uniform(0.1, 20) : -random.log_uniform(0.1, 20);
}

void check_encloses(const MachineOrder& order, const Ball& K) {
  CAPTURE(order.value(), order.error());
  CHECK(certainly_at_most(abs(exact(order.value(), kBits) - K), exact(order.error(), kBits)));
}

}  // namespace

TEST_CASE("machine mixture: K at an order, sharp", "[mechanisms][MACHINE-MIXTURE]") {
  testing::Random random(11);
  for (int i = 0; i < testing::iterations(60); ++i) {
    const MixtureLaw law = random_law(random);
    const double c = random_order(random);
    CAPTURE(law.mu.text(), law.p.text(), c);
    const auto rule = MachineRule::make(law, mixture::heuristic::machine_grid(law, c, c, 8));
    REQUIRE(rule);
    const MachineOrder order(rule, c);
    const Ball K = mixture::transform(law, c, kBits);
    check_encloses(order, K);
    CHECK(order.error() < 1e-11 * K.approximate());
    CHECK(std::exp(mixture::heuristic::sketch(law, c).log_K) ==
          Approx(K.approximate()).epsilon(1e-9));
  }
}

TEST_CASE(
    "machine mixture: losses of rare records at large orders are known as a share of themselves",
    "[mechanisms][MACHINE-MIXTURE]") {
  testing::Random random(15);
  for (int i = 0; i < testing::iterations(30); ++i) {
    const double rate = random.log_uniform(1e-6, 1e-2), mu = random.log_uniform(0.1, 1);
    const MixtureLaw law = law_of(testing::Random::text(mu), testing::Random::text(rate));
    // Orders before the distant mode of w^c.
    const double most = std::log(1 / rate) / (mu * mu), c = random.uniform(0.3, 1) * most;
    for (const double at : {1 + c, -c}) {
      CAPTURE(law.mu.text(), law.p.text(), at);
      const auto rule = MachineRule::make(law, mixture::heuristic::machine_grid(law, at, at, 8));
      REQUIRE(rule);
      const MachineOrder order(rule, at);
      const Ball K = mixture::transform(law, at, kBits);
      check_encloses(order, K);
      CHECK(order.error() < 2e-13 * K.approximate());
    }
  }
}

TEST_CASE("machine mixture: K on a line and far out", "[mechanisms][MACHINE-MIXTURE]") {
  testing::Random random(12);
  for (int i = 0; i < testing::iterations(16); ++i) {
    const MixtureLaw law = random_law(random);
    const double c = random_order(random), D = rounded_down(random.log_uniform(0.01, 3), 20);
    CAPTURE(law.mu.text(), law.p.text(), c, D);
    const auto rule = MachineRule::make(law, mixture::heuristic::machine_grid(law, c, c, 8));
    REQUIRE(rule);
    const MachineOrder order(rule, c);
    const size_t count = 70;
    const auto line = order.line(D, count);
    const LineValues truth =
        mixture::transform_on_line(law, c, exact(D, kBits), count, kBits, [] {});
    const double Y = 20 * D, far = order.far(Y);
    CHECK(far < 1e4 * order.value());
    for (size_t k = 0; k < count; ++k) {
      CAPTURE(k);
      const Ball re = exact(line.values[k].re, kBits) - truth.values[k].real(),
                 im = exact(line.values[k].im, kBits) - truth.values[k].imag();
      const Ball most = exact(line.base, kBits) + exact(line.slope, kBits) * static_cast<long>(k);
      CHECK(certainly_at_most(square(re) + square(im), square(most)));
      CHECK(line.base + line.slope * 70 < 1e-10 * order.value());
      if (k >= 20) CHECK(truth.values[k].magnitude() <= UpperBound::of(exact(far, kBits)));
    }
  }
}

TEST_CASE("machine mixture: steps so coarse that the rule's error is seen",
          "[mechanisms][MACHINE-MIXTURE]") {
  testing::Random random(13);
  int seen = 0;
  for (int i = 0; i < testing::iterations(60); ++i) {
    const MixtureLaw law = random_law(random);
    const double c = random_order(random);
    Grid grid = mixture::heuristic::machine_grid(law, c, c, 8);
    const double longer = random.uniform(2, 7);
    grid.step = rounded_down(grid.step * longer, 12);
    grid.first = saturated(static_cast<double>(grid.first) / longer) - 1;
    grid.last = saturated(static_cast<double>(grid.last) / longer) + 1;
    CAPTURE(law.mu.text(), law.p.text(), c, grid.step);
    const auto rule = MachineRule::make(law, grid);
    REQUIRE(rule);
    const MachineOrder order(rule, c);
    if (!std::isfinite(order.error())) continue;
    const Ball K = mixture::transform(law, c, kBits);
    check_encloses(order, K);
    if (std::fabs(K.approximate() - order.value()) > 0.01 * order.error()) ++seen;
  }
  CHECK(seen > 5);
}

TEST_CASE("machine mixture: ranges so short that the nodes left out are seen",
          "[mechanisms][MACHINE-OMITTED]") {
  testing::Random random(14);
  int seen = 0;
  for (int i = 0; i < testing::iterations(80); ++i) {
    const MixtureLaw law = random_law(random);
    const double c = random_order(random);
    Grid grid = mixture::heuristic::machine_grid(law, c, c, 8);
    const double x = random.uniform(1, 4);
    grid.first = -saturated(x / grid.step);
    grid.last = saturated((x + std::max(0.0, c * law.mu_approx)) / grid.step);
    CAPTURE(law.mu.text(), law.p.text(), c, x);
    const auto rule = MachineRule::make(law, grid);
    REQUIRE(rule);
    const MachineOrder order(rule, c);
    if (!std::isfinite(order.error())) continue;
    const Ball K = mixture::transform(law, c, kBits);
    check_encloses(order, K);
    if (std::fabs(K.approximate() - order.value()) > 0.15 * order.error()) ++seen;
  }
  CHECK(seen > 5);
}

TEST_CASE("machine mixture: what doubles cannot do is refused", "[mechanisms]") {
  const MixtureLaw law = law_of("1", "0.01");
  const Grid good = mixture::heuristic::machine_grid(law, 3, 5, 8);
  REQUIRE(MachineRule::make(law, good));
  CHECK(MachineRule::kept(law, good) == MachineRule::kept(law, good));
  Grid grid = good;
  grid.step = 0.1;  // has more bits than the position of a node
  CHECK_FALSE(MachineRule::make(law, grid));
  grid = good;
  grid.shift = 1.6;  // 2 a mu > pi
  CHECK_FALSE(MachineRule::make(law, grid));
  grid = good;
  grid.last = 1000000;
  CHECK_FALSE(MachineRule::make(law, grid));
  const auto rule = MachineRule::make(law, good);
  CHECK_FALSE(std::isfinite(MachineOrder(rule, 1e9).error()));
  CHECK_FALSE(MachineOrder(rule, 1e9).ball(kBits).is_finite());
}
