/// Double-double arithmetic compared with balls.
#include "reference/arithmetic/functions/double_double_exp.hpp"
#include "tests/environments.hpp"
#include "tests/support.hpp"

using namespace plumbline;
using namespace plumbline::testing;

namespace {

constexpr Bits kBits{400};

/// Returns a random number of this size whose low part is a random share of one ulp.
DoubleDouble random_number(testing::Random& random, double size) {
  const double high = random.uniform(0.5, 1) * size * (random.integer(0, 1) == 0 ? 1 : -1);
  return double_double::two_sum(high, 0x1p-53 * random.uniform(-1, 1) * high);
}

/// Returns |x - truth| as a share of `size`.
double share_lost(const DoubleDouble& x, const Ball& truth, const Ball& size) {
  return (abs(exact(x, kBits) - truth) / abs(size)).approximate();
}

Ball size_of(const DoubleDouble& x) { return abs(exact(x, kBits)); }

/// Returns the error of a point on the unit circle, as a share of 1.
double lost_of_turn(const ComplexDoubleDouble& z, const Ball& x) {
  const Ball re = exact(z.re, kBits) - cos(x),
             im = exact(z.im, kBits) - cos(x - Ball::pi(kBits) / 2);
  return std::hypot(re.approximate(), im.approximate());
}

}  // namespace

TEST_CASE("double-double: no operation loses more than is proved", "[arithmetic][DOUBLE-DOUBLE]") {
  testing::Random random(31);
  const double share = double_double_share();
  double worst = 0;
  for (int i = 0; i < testing::iterations(4000); ++i) {
    const double size = random.log_uniform(1e-12, 1e12);
    const DoubleDouble x = random_number(random, size);
    // Terms of equal and of different size, with and without cancellation.
    const DoubleDouble y =
        random_number(random, i % 2 == 0 ? size : random.log_uniform(1e-12, 1e12));
    const Ball a = exact(x, kBits), b = exact(y, kBits), sizes = size_of(x) + size_of(y);
    const double sum = share_lost(x + y, a + b, sizes), product = share_lost(x * y, a * b, a * b),
                 difference = share_lost(x - y, a - b, sizes),
                 quotient = share_lost(x / y, a / b, a / b) / 2;
    worst = std::max({worst, sum, product, difference, quotient});
  }
  CHECK(worst <= share);
  CHECK(worst > 0);
}

TEST_CASE("double-double: complex products", "[arithmetic][DOUBLE-DOUBLE]") {
  testing::Random random(32);
  for (int i = 0; i < testing::iterations(500); ++i) {
    const auto number = [&] { return random_number(random, random.log_uniform(1e-6, 1)); };
    const ComplexDoubleDouble a{number(), number()}, b{number(), number()}, c = times(a, b);
    const auto ball = [](const DoubleDouble& x) { return exact(x, kBits); };
    const Ball re = ball(c.re) - (ball(a.re) * ball(b.re) - ball(a.im) * ball(b.im)),
               im = ball(c.im) - (ball(a.re) * ball(b.im) + ball(a.im) * ball(b.re));
    const auto squares = [&](const ComplexDoubleDouble& z) {
      return square(ball(z.re)) + square(ball(z.im));
    };
    const Ball most = square(exact(3 * double_double_share(), kBits)) * squares(a) * squares(b);
    CHECK(certainly_at_most(square(re) + square(im), most));
  }
}

namespace {

struct Results {
  DoubleDouble sum, product, quotient;
};

/// Checks the error bound that DOUBLE-DOUBLE states for each operation.
void check_results(const DoubleDouble& x, const DoubleDouble& y, const Results& found) {
  const Ball a = exact(x, kBits), b = exact(y, kBits), share = exact(double_double_share(), kBits),
             one = Ball::integer(1, kBits), most = max(one, max(abs(a), abs(b)));
  const auto off = [](const DoubleDouble& z, const Ball& truth) {
    return abs(exact(z, kBits) - truth);
  };
  CHECK(certainly_at_most(off(found.sum, a + b),
                          share * (abs(a) + abs(b)) + exact(0x1p-1000, kBits)));
  CHECK(certainly_at_most(off(found.product, a * b),
                          share * abs(a * b) + exact(0x1p-1000, kBits) * most));
  const bool moderate = certainly_at_most(exact(0x1p-200, kBits), abs(b)) &&
                        certainly_at_most(abs(a), abs(b) * exact(0x1p200, kBits));
  if (!moderate) return;
  CHECK(certainly_at_most(off(found.quotient, a / b),
                          share * 2 * abs(a / b) + exact(0x1p-550, kBits)));
}

}  // namespace

TEST_CASE(
    "double-double: numbers of all sizes, also where those below the least normal one count as 0",
    "[arithmetic][environment]") {
  Random random(34);
  for (const Modes& modes : all_modes()) {
    if (modes.rounding != FE_TONEAREST) continue;
    for (int i = 0; i < iterations(300); ++i) {
      const auto number = [&](int low, int high) {
        return random_number(random, std::ldexp(1, random.integer(low, high)));
      };
      const DoubleDouble x = number(-1021, 440), y = number(-1021, 440);
      volatile double parts[] = {x.high, x.low, y.high, y.low};
      Results found;
      {
        const WithModes here(modes);
        const DoubleDouble a{parts[0], parts[1]}, b{parts[2], parts[3]};
        found = {a + b, a * b, a / b};
      }
      CAPTURE(modes.text(), x.high, x.low, y.high, y.low);
      check_results(x, y, found);
    }
  }
}

TEST_CASE("double-double: other modes of rounding are seen", "[arithmetic][environment]") {
  for (const Modes& modes : all_modes()) {
    bool keeps = false;
    {
      const WithModes here(modes);
      keeps = keeps_double_double();
    }
    CAPTURE(modes.text());
    CHECK(keeps == (modes.rounding == FE_TONEAREST));
  }
}

TEST_CASE("double-double: what overflows is no number", "[arithmetic]") {
  const DoubleDouble large{0x1p1000, 0}, most{1.7e308, 0};
  for (const DoubleDouble& x : {large * large, large * DoubleDouble{1, 0}, most + most}) {
    CHECK_FALSE(exact(x, kBits).is_finite());
  }
}

TEST_CASE("double-double: numbers next to balls", "[arithmetic]") {
  const Ball third(Rational(1, 3), Bits{256});
  const NearDoubleDouble near = near_double_double(third);
  CHECK(near.off < 1e-32);
  CHECK(certainly_at_most(abs(exact(near.value, Bits{256}) - third), exact(near.off, Bits{256})));
  CHECK(exact(DoubleDouble{1, 0x1p-900}, Bits{64}).contains(Rational(1)) == false);
  CHECK_FALSE(std::isfinite(near_double_double(Ball::indeterminate(Bits{64})).off));
  CHECK_FALSE(exact(DoubleDouble{std::nan(""), 0}, Bits{64}).is_finite());
}

TEST_CASE("double-double: the exponential function and turns", "[arithmetic][DOUBLE-DOUBLE-EXP]") {
  testing::Random random(33);
  const double share = double_double_exp_share();
  double worst_exp = 0, worst_turn = 0;
  for (int i = 0; i < testing::iterations(1500); ++i) {
    const double range = i % 3 == 0 ? 1 : i % 3 == 1 ? 30 : 599;
    const DoubleDouble x = random_number(random, random.uniform(0, 1) * range);
    const Ball truth = exp(exact(x, kBits));
    worst_exp = std::max(worst_exp, share_lost(double_double_exp(x), truth, truth));
    const double angles = i % 3 == 0 ? 1 : i % 3 == 1 ? 30 : 0x1p14;
    const DoubleDouble y = random_number(random, random.uniform(0, 1) * angles);
    worst_turn = std::max(worst_turn, lost_of_turn(double_double_turn(y), exact(y, kBits)));
  }
  CHECK(worst_exp <= share);
  CHECK(worst_turn <= share);
  CHECK(worst_exp > 0);
  CHECK(worst_turn > 0);
}

TEST_CASE("double-double: next to the places where the reductions of exp and turns end",
          "[arithmetic][DOUBLE-DOUBLE-EXP]") {
  const double share = double_double_exp_share();
  for (int n = -860; n <= 1000; n += 20) {
    for (const double beside : {-1e-9, 0.0, 1e-20}) {
      const double half = (n + 0.5) * 0.6931471805599453 + beside;
      const DoubleDouble x = double_double::two_sum(half, 1e-17 * half);
      const Ball truth = exp(exact(x, kBits));
      CAPTURE(n, beside);
      CHECK(share_lost(double_double_exp(x), truth, truth) <= share);
      // Multiples of a quarter turn, and points midway between two of them.
      for (const double place : {10.0 * n, 10.0 * n + 0.5}) {
        const DoubleDouble y = double_double::two_sum(place * 1.5707963267948966, beside);
        CHECK(lost_of_turn(double_double_turn(y), exact(y, kBits)) <= share);
      }
    }
  }
}

TEST_CASE("double-double: beyond their ranges exp and turns are no numbers", "[arithmetic]") {
  CHECK(double_double_exp({-601, 0}).high == 0);
  CHECK(std::isnan(double_double_exp({701, 0}).high));
  CHECK(std::isnan(double_double_turn({0x1p15, 0}).re.high));
  CHECK(double_double_exp({0, 0}).high == 1);
  CHECK(keeps_double_double());
}
