/// e^x and e^{ix} in machine arithmetic, compared with balls.
#include "reference/arithmetic/functions/machine_exps.hpp"
#include "reference/arithmetic/vectors/complex_ball.hpp"
#include "tests/support.hpp"

using namespace plumbline;

namespace {

constexpr Bits kBits{128};

/// Checks |found - truth| <= most.
void check_near(double found, const Ball& truth, const Ball& most) {
  CAPTURE(found, truth.decimal_bounds(20).first);
  CHECK(certainly_at_most(abs(exact(found, kBits) - truth), most));
}

void check_exp(double x) {
  CAPTURE(x);
  const Ball truth = exp(exact(x, kBits));
  check_near(machine_exp(x), truth, truth * exact(elementary_share(), kBits));
}

void check_turn(double x) {
  CAPTURE(x);
  const ComplexBall truth = exp(ComplexBall(Ball(kBits), exact(x, kBits)));
  const MachineComplex found = machine_turn(x);
  const Ball re = exact(found.re, kBits) - truth.real(), im = exact(found.im, kBits) - truth.imag();
  CHECK(certainly_at_most(square(re) + square(im), square(exact(elementary_share(), kBits))));
}

}  // namespace

TEST_CASE("machine exp: within its share", "[arithmetic][MACHINE-EXP]") {
  testing::Random random(1);
  CHECK(elementary_share() < 1e-15);
  for (int i = 0; i < testing::iterations(4000); ++i) {
    check_exp(random.uniform(-700, 700));
    check_exp(random.uniform(-2, 2));
    // Midpoints between multiples of log 2 give the largest reduced argument.
    check_exp((random.integer(-900, 900) + 0.5) * std::log(2.0) + random.uniform(-1e-12, 1e-12));
    check_turn(random.uniform(-0x1p14, 0x1p14));
    check_turn(random.uniform(-4, 4));
    check_turn((random.integer(-10000, 10000) + 0.5) * M_PI / 2 + random.uniform(-1e-12, 1e-12));
    check_turn(random.integer(-10000, 10000) * M_PI / 2);
  }
  for (const double x : {0.0, 1e-300, -1e-300, 700.0, -700.0}) check_exp(x);
  for (const double x : {0.0, 1e-300, 0x1p14, -0x1p14}) check_turn(x);
}

TEST_CASE("machine exp: of many the same as of one", "[arithmetic]") {
  testing::Random random(2);
  const double nan = std::nan("");
  const auto same = [](double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); };
  for (size_t count : {0, 1, 3, 4, 5, 8, 31, 200}) {
    std::vector<double> x(count), exps, re, im;
    for (double& at : x) {
      const auto kind = random.integer(0, 4);
      at = kind == 0   ? random.uniform(-710, 710)
           : kind == 1 ? random.uniform(-2, 2)
           : kind == 2 ? random.integer(-20000, 20000) * M_PI / 4
           : kind == 3
               ? random.uniform(-17000, 17000)
               : std::vector{0.0,     -0.0,     700.0,     -700.0, 0x1p14,
                             -0x1p14, HUGE_VAL, -HUGE_VAL, nan,    1e-300}[static_cast<size_t>(
                     random.integer(0, 9))];
    }
    machine_exps(x, &exps);
    machine_turns(x, &re, &im);
    REQUIRE(exps.size() == count);
    for (size_t i = 0; i < count; ++i) {
      CAPTURE(count, i, x[i]);
      const MachineComplex turn = machine_turn(x[i]);
      CHECK(same(exps[i], machine_exp(x[i])));
      CHECK(same(re[i], turn.re));
      CHECK(same(im[i], turn.im));
    }
  }
}

TEST_CASE("machine exp: nothing beyond its range", "[arithmetic]") {
  CHECK(machine_exp(-701) == 0);
  CHECK(std::isnan(machine_exp(701)));
  CHECK(std::isnan(machine_exp(std::nan(""))));
  CHECK(std::isnan(machine_turn(20000).re));
  CHECK(std::isnan(machine_turn(std::nan("")).im));
}
