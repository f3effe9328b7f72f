/// Transforms of subsampled Laplace pairs in doubles and double-doubles, compared with balls.
#include "reference/mechanisms/laplace/laplace_machine.hpp"

#include "reference/arithmetic/heuristics.hpp"
#include "reference/mechanisms/laplace/subsampled_laplace.hpp"
#include "reference/quantities/privacy_profile.hpp"
#include "tests/support.hpp"

using namespace plumbline;
using laplace::LaplaceLaw;
using mixture::Grid;
using mixture::MachineOrder;

namespace {

constexpr Bits kBits{192};

struct Drawn {
  Rational b, p;
  LaplaceLaw law;
};

Drawn random_pair(testing::Random& random) {
  const Rational b = testing::number(testing::Random::text(random.log_uniform(0.2, 8))),
                 p = testing::number(testing::Random::text(random.log_uniform(1e-4, 0.5)));
  const Rational mu = Rational(1) / b;
  return {b, p, {mu, p, mu.approximate(), p.approximate()}};
}

double random_order(testing::Random& random) {
  const bool right = random.integer(0, 1) == 1;
  return right ? 1 + random.log_uniform(0.1, 20) : -random.log_uniform(0.1, 20);
}

Grid with_points(long points) {
  Grid grid;
  grid.step = 1;
  grid.last = points - 1;
  return grid;
}

MachineOrder order_of(const LaplaceLaw& law, const Grid& grid, double c) {
  const auto rule = laplace::machine_law(law, "a test")->rule(grid);
  REQUIRE(rule);
  return MachineOrder(rule, c);
}

void check_encloses(const MachineOrder& order, const Ball& K) {
  CAPTURE(order.value(), order.error());
  CHECK(certainly_at_most(abs(exact(order.value(), kBits) - K), exact(order.error(), kBits)));
}

/// Checks all values, and returns the largest error as a share of the stated bound.
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

TEST_CASE("Laplace in machine numbers: K at an order, sharp",
          "[mechanisms][MACHINE-MIXTURE][LAPLACE-PATH]") {
  testing::Random random(61);
  for (int i = 0; i < testing::iterations(60); ++i) {
    const Drawn drawn = random_pair(random);
    const double c = random_order(random);
    CAPTURE(drawn.b.text(), drawn.p.text(), c);
    const Grid grid = laplace::heuristic::machine_grid(drawn.law, c, c, 8, 28, 0);
    if (!(grid.step > 0)) continue;
    const MachineOrder order = order_of(drawn.law, grid, c);
    const Ball K = laplace::transform(drawn.law, c, kBits);
    check_encloses(order, K);
    CHECK(order.error() < 1e-11 * K.approximate());
    CHECK(laplace::heuristic::sketcher_of(drawn.law).at(c).log_K ==
          Approx(log(K).approximate()).epsilon(1e-6).margin(1e-12));
  }
}

TEST_CASE(
    "Laplace in machine numbers: K on a line and far out",
    "[mechanisms][MACHINE-MIXTURE][DOUBLE-DOUBLE-MIXTURE][LAPLACE-PATH][SUBSAMPLED-LAPLACE-FAR]") {
  testing::Random random(62);
  int sharp = 0;
  for (int i = 0; i < testing::iterations(16); ++i) {
    const Drawn drawn = random_pair(random);
    const double c = random_order(random);
    const double width =
        laplace::heuristic::log_ratio(drawn.law, 1) - laplace::heuristic::log_ratio(drawn.law, 0);
    const double D = rounded_down(random.log_uniform(0.02, 0.5) / width, 20);
    CAPTURE(drawn.b.text(), drawn.p.text(), c, D);
    const size_t count = 50, first = 20;
    const SubsampledLaplace pair(drawn.b, drawn.p, Rational(1));
    const LineValues truth = pair.transform_on_line(c, exact(D, kBits), count, kBits, [] {});
    const double height = D * static_cast<double>(count);
    const Grid grid = laplace::heuristic::machine_grid(drawn.law, c, c, 8, 28, height);
    if (!(grid.step > 0)) continue;
    const MachineOrder order = order_of(drawn.law, grid, c);
    const auto line = order.line(D, count);
    CHECK(line.base + line.slope * static_cast<double>(count) < 1e-10 * order.value());
    off_of(line, truth);
    const double far = order.far(static_cast<double>(first) * D);
    if (far < 0.999 * order.value()) ++sharp;
    for (size_t k = first; k < count; ++k) {
      CHECK(truth.values[k].magnitude() <= UpperBound::of(exact(far, kBits)));
    }
    const Grid fine = laplace::heuristic::machine_grid(drawn.law, c, c, 0, 60, height);
    const auto rule = laplace::machine_law(drawn.law, "a test")->fine_rule(fine);
    REQUIRE(rule);
    const auto finer = rule->line(c, D, count);
    CHECK(finer.base < 1e-22 * order.value());
    off_of(finer, truth);
  }
  CHECK(sharp > 4);
}

TEST_CASE("Laplace in machine numbers: so few points that the rule's error is seen",
          "[mechanisms][MACHINE-MIXTURE][LAPLACE-PATH]") {
  testing::Random random(63);
  int seen = 0, high = 0;
  for (int i = 0; i < testing::iterations(60); ++i) {
    const Drawn drawn = random_pair(random);
    const double c = random_order(random);
    const long points = random.integer(1, 5);
    CAPTURE(drawn.b.text(), drawn.p.text(), c, points);
    const MachineOrder order = order_of(drawn.law, with_points(points), c);
    if (!std::isfinite(order.error())) continue;
    const Ball K = laplace::transform(drawn.law, c, kBits);
    check_encloses(order, K);
    if (std::fabs(K.approximate() - order.value()) > 1e-4 * order.error()) ++seen;
    // Above the real axis the error is larger.
    const double width =
        laplace::heuristic::log_ratio(drawn.law, 1) - laplace::heuristic::log_ratio(drawn.law, 0);
    const double D = rounded_down(10 / width, 20);
    const SubsampledLaplace pair(drawn.b, drawn.p, Rational(1));
    const auto line = order.line(D, 2);
    if (!std::isfinite(line.base)) continue;
    const LineValues truth = pair.transform_on_line(c, exact(D, kBits), 2, kBits, [] {});
    off_of(line, truth);
    if (line.base > 2 * order.error()) ++high;
  }
  CHECK(seen > 5);
  CHECK(high > 5);
}

TEST_CASE("Laplace in machine numbers: what they cannot do is refused", "[mechanisms]") {
  const LaplaceLaw law{Rational(1), testing::number("0.01"), 1, 0.01};
  const auto machine = laplace::machine_law(law, "a test");
  const Grid good = laplace::heuristic::machine_grid(law, 3, 5, 8, 28, 100);
  REQUIRE(machine->rule(good));
  CHECK(machine->rule(good) == machine->rule(good));
  Grid other = good;
  other.step = 2;  // the weights belong to a step of 1
  CHECK_FALSE(machine->rule(other));
  CHECK_FALSE(machine->fine_rule(other));
  CHECK(machine->rule(good));
  CHECK_FALSE(std::isfinite(MachineOrder(machine->rule(good), 1e9).error()));
  CHECK_FALSE(std::isfinite(MachineOrder(machine->rule(good), 3).line(1e12, 3).base));
  CHECK_FALSE(std::isfinite(MachineOrder(machine->rule(good), 3).far(0)));
  CHECK_FALSE(laplace::heuristic::machine_grid(law, 3, 1e7, 8, 28, 1).step > 0);
}

TEST_CASE("Laplace in machine numbers: products agree with balls",
          "[mechanisms][engines][MACHINE-LINE]") {
  testing::Random random(65);
  for (int i = 0; i < testing::iterations(10); ++i) {
    const std::string p = testing::Random::text(random.log_uniform(1e-3, 0.2)),
                      b = testing::Random::text(random.log_uniform(0.5, 4)),
                      runs = std::to_string(random.integer(100, 2000));
    const std::string first = "subsampled_laplace(b=" + b + ",p=" + p + ")^" + runs;
    const std::string second = i % 3 == 0   ? " * gaussian(sigma=7)"
                               : i % 3 == 1 ? " * subsampled_laplace(b=2,p=0.01)^50"
                                            : " * subsampled_gaussian(sigma=2,p=0.01)^50";
    CAPTURE(first, second);
    const auto composition = Composition::parse(first + second);
    const Real t(testing::number(testing::Random::text(random.uniform(0.1, 2))));
    for (const Direction direction : {Direction::forward, Direction::reverse}) {
      PrivacyProfile few(composition, direction), many(composition, direction);
      // Answers to 30 digits use balls.
      const Ball truth = many.delta(t, Effort{30, [] {}}).value;
      for (const int digits : {5, 12, 16}) {
        const Ball found = few.delta(t, Effort{digits, [] {}}).value;
        CHECK(overlaps(found, truth));
        CHECK(found.relative_digits() >= digits);
      }
    }
  }
}
