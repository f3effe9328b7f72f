/// Transforms of pairs of mixtures in doubles and double-doubles, compared with balls on the real line.
#include "reference/mechanisms/gaussian/two_mixtures_machine.hpp"

#include "reference/arithmetic/heuristics.hpp"
#include "reference/quantities/privacy_profile.hpp"
#include "tests/support.hpp"

using namespace plumbline;
using mixture::MachineOrder;
using two_mixtures::Component;
using two_mixtures::Grid;
using two_mixtures::TwoMixturesLaw;

namespace {

constexpr Bits kBits{192};

std::vector<Component> components(testing::Random& random, int sign, int count) {
  std::vector<Component> out;
  Rational rest(1);
  for (int i = 1; i < count; ++i) {
    const Rational weight = testing::number(testing::Random::text(random.log_uniform(1e-4, 0.3)));
    const Rational place = testing::number(testing::Random::text(random.log_uniform(0.15, 1.5)));
    out.emplace_back(Real(weight), sign > 0 ? place : -place);
    rest = rest - weight;
  }
  out.emplace_back(Real(rest), Rational(0));
  return out;
}

/// Returns a replacement pair, a mixture against plain noise, or two different mixtures.
TwoMixturesLaw random_law(testing::Random& random) {
  const long kind = random.integer(0, 2);
  TwoMixturesLaw law{components(random, -1, kind == 1 ? 1 : 2), components(random, 1, 3)};
  if (kind == 0) {
    law.Q = law.P;
    for (Component& x : law.Q) x.place = -x.place, x.place_approx = -x.place_approx;
  }
  return law;
}

double random_order(testing::Random& random) {
  const bool right = random.integer(0, 1) == 1;
  return right ? 1 + random.log_uniform(0.1, 15) : -random.log_uniform(0.1, 15);
}

void check_encloses(const MachineOrder& order, const Ball& K) {
  CAPTURE(order.value(), order.error());
  CHECK(certainly_at_most(abs(exact(order.value(), kBits) - K), exact(order.error(), kBits)));
}

MachineOrder order_of(const TwoMixturesLaw& law, const Grid& grid, double c) {
  const auto rule = two_mixtures::machine_law(law, "a test")->rule(grid);
  REQUIRE(rule);
  CHECK(rule->identity() == "a test");
  return MachineOrder(rule, c);
}

/// Returns the largest error of a line's values as a share of the stated bound.
template <class Line>
double off_of(const Line& line, const LineValues& truth) {
  double out = 0;
  for (size_t k = 0; k < line.values.size(); ++k) {
    const Ball re = exact(line.values[k].re, kBits) - truth.values[k].real(),
               im = exact(line.values[k].im, kBits) - truth.values[k].imag();
    const Ball most = exact(line.base, kBits) + exact(line.slope, kBits) * static_cast<long>(k);
    const Ball off = square(re) + square(im);
    CHECK(certainly_at_most(off, square(most)));
    out = std::max(out, std::sqrt(std::max(0.0, (off / square(most)).approximate())));
  }
  return out;
}

}  // namespace

TEST_CASE("two mixtures in machine numbers: K at an order, sharp",
          "[mechanisms][MACHINE-MIXTURE][TWO-LINE]") {
  testing::Random random(51);
  for (int i = 0; i < testing::iterations(40); ++i) {
    const TwoMixturesLaw law = random_law(random);
    const double c = random_order(random);
    CAPTURE(i, c, law.P.size());
    const MachineOrder order =
        order_of(law, two_mixtures::heuristic::machine_grid(law, c, c, 8, 28), c);
    const Ball K = two_mixtures::transform(law, c, kBits);
    check_encloses(order, K);
    CHECK(order.error() < 1e-11 * K.approximate());
    const double sketched = two_mixtures::heuristic::sketcher_of(law).at(c).log_K;
    CHECK(std::exp(sketched) == Approx(K.approximate()).epsilon(1e-9));
  }
}

TEST_CASE("two mixtures in machine numbers: K on a line and far out",
          "[mechanisms][MACHINE-MIXTURE][DOUBLE-DOUBLE-MIXTURE][TWO-LINE]") {
  testing::Random random(52);
  for (int i = 0; i < testing::iterations(12); ++i) {
    const TwoMixturesLaw law = random_law(random);
    const double c = random_order(random), D = rounded_down(random.log_uniform(0.01, 3), 20);
    CAPTURE(i, c, D);
    const size_t count = 50, first = 20;
    const LineValues truth =
        two_mixtures::transform_on_line(law, c, exact(D, kBits), count, kBits, [] {});
    const MachineOrder order =
        order_of(law, two_mixtures::heuristic::machine_grid(law, c, c, 8, 28), c);
    const auto line = order.line(D, count);
    CHECK(line.base + line.slope * static_cast<double>(count) < 1e-10 * order.value());
    off_of(line, truth);
    const double far = order.far(static_cast<double>(first) * D);
    CHECK(far < 1e4 * order.value());
    for (size_t k = first; k < count; ++k) {
      CHECK(truth.values[k].magnitude() <= UpperBound::of(exact(far, kBits)));
    }
    const Grid fine = two_mixtures::heuristic::machine_grid(law, c, c, 0, 60);
    const auto rule = two_mixtures::machine_law(law, "a test")->fine_rule(fine);
    REQUIRE(rule);
    const auto sharp = rule->line(c, D, count);
    CHECK(sharp.base < 1e-22 * order.value());
    off_of(sharp, truth);
  }
}

TEST_CASE("two mixtures in machine numbers: rules so coarse or short that their error is seen",
          "[mechanisms][MACHINE-MIXTURE][TWO-LINE][TWO-TAILS]") {
  testing::Random random(53);
  int coarse = 0, cut = 0;
  for (int i = 0; i < testing::iterations(80); ++i) {
    const TwoMixturesLaw law = random_law(random);
    const double c = random_order(random);
    Grid grid = two_mixtures::heuristic::machine_grid(law, c, c, 8, 28);
    if (i % 2 == 0) {
      const double longer = random.uniform(2, 7);
      grid.step = rounded_down(grid.step * longer, 12);
      grid.first = saturated(static_cast<double>(grid.first) / longer) - 1;
      grid.last = saturated(static_cast<double>(grid.last) / longer) + 1;
    } else {
      const double share = random.uniform(0.3, 0.8);
      grid.first = saturated(static_cast<double>(grid.first) * share);
      grid.last = saturated(static_cast<double>(grid.last) * share);
    }
    CAPTURE(i, c, grid.step, grid.first, grid.last);
    const MachineOrder order = order_of(law, grid, c);
    if (!std::isfinite(order.error())) continue;
    const Ball K = two_mixtures::transform(law, c, kBits);
    check_encloses(order, K);
    const double seen = std::fabs(K.approximate() - order.value()) / order.error();
    (i % 2 == 0 ? coarse : cut) += seen > 0.01 ? 1 : 0;
  }
  CHECK(coarse > 5);
  CHECK(cut > 5);
}

TEST_CASE("two mixtures in machine numbers: what they cannot do is refused", "[mechanisms]") {
  testing::Random random(54);
  const TwoMixturesLaw law = random_law(random);
  const auto machine = two_mixtures::machine_law(law, "a test");
  const Grid good = two_mixtures::heuristic::machine_grid(law, 3, 5, 8, 28);
  REQUIRE(machine->rule(good));
  CHECK(machine->rule(good) == machine->rule(good));
  CHECK_FALSE(std::isfinite(MachineOrder(machine->rule(good), 1e9).error()));
  CHECK_FALSE(std::isfinite(machine->fine_rule(good)->line(1e9, 0.5, 4).base));
  // Phases so large that the elementary functions are not defined.
  CHECK_FALSE(std::isfinite(MachineOrder(machine->rule(good), 3).line(1e5, 40).base));
  CHECK_FALSE(std::isfinite(machine->fine_rule(good)->line(3, 1e8, 40).base));
  Grid grid = good;
  grid.last = 1000000;
  CHECK_FALSE(machine->rule(grid));
  CHECK_FALSE(machine->fine_rule(grid));
  grid = good;
  grid.shift = 4 / law.reach_Q().approximate();  // 2 a times the reach exceeds pi
  CHECK_FALSE(std::isfinite(MachineOrder(machine->rule(grid), 3).error()));
}

TEST_CASE("two mixtures in machine numbers: products agree with balls",
          "[mechanisms][engines][MACHINE-LINE]") {
  testing::Random random(55);
  for (int i = 0; i < testing::iterations(10); ++i) {
    const std::string p = testing::Random::text(random.log_uniform(1e-3, 0.1)),
                      sigma = testing::Random::text(random.log_uniform(0.7, 4)),
                      runs = std::to_string(random.integer(20, 2000));
    const std::string first =
        "subsampled_gaussian(sigma=" + sigma + ",p=" + p + ",relation=replace)^" + runs;
    const std::string second = i % 2 == 0
                                   ? " * gaussian(sigma=7,relation=replace)"
                                   : " * subsampled_gaussian(sigma=2,p=0.01,relation=replace)^50";
    CAPTURE(first, second);
    const auto composition = Composition::parse(first + second);
    const Real t(testing::number(testing::Random::text(random.uniform(0.1, 3))));
    PrivacyProfile few(composition, Direction::forward), many(composition, Direction::forward);
    // Answers to 30 digits use balls.
    const Ball truth = many.delta(t, Effort{30, [] {}}).value;
    for (const int digits : {5, 12, 16}) {
      const Ball found = few.delta(t, Effort{digits, [] {}}).value;
      CHECK(overlaps(found, truth));
      CHECK(found.relative_digits() >= digits);
    }
  }
}
