#include "reference/composition/direct.hpp"

#include "reference/arithmetic/integral.hpp"
#include "reference/composition/closed_form.hpp"
#include "reference/composition/direct_two.hpp"
#include "reference/composition/fourier.hpp"
#include "reference/composition/laplace_sums.hpp"
#include "reference/composition/lattice.hpp"
#include "reference/composition/support.hpp"
#include "reference/mechanisms/gaussian.hpp"
#include "tests/support.hpp"

using namespace plumbline;
using plumbline::testing::number;

namespace {

constexpr Question kAll[] = {Question::delta,   Question::one_minus_delta, Question::excess,
                             Question::P_above, Question::P_below,         Question::Q_above,
                             Question::Q_below};

Ball by_integral(const Composition& c, Question q, const Real& t, int digits) {
  return make_direct(c)->answer(q, t, Effort{digits}).value;
}

std::string step(testing::Random& random, int kind) {
  const auto text = [&](double a, double b) {
    return testing::Random::text(random.log_uniform(a, b));
  };
  if (kind == 0) return "gaussian(sigma=" + text(0.4, 5) + ")";
  if (kind == 1) return "laplace(b=" + text(0.4, 5) + ")";
  return "subsampled_gaussian(sigma=" + text(0.4, 4) + ",p=" + text(0.005, 0.9) + ")";
}

}  // namespace

TEST_CASE("integral: known values, and exceptions pass through", "[arithmetic][integral]") {
  const Bits p{128};
  const Ball zero(p), one = Ball::integer(1, p);
  const auto arctangent = [&](const ComplexBall& z, bool) {
    const ComplexBall unit(one);
    return unit / (unit + z * z);
  };
  testing::check_meet(integral(arctangent, zero, one, 120, p), Ball::pi(p) / 4, 33);
  const auto root = [](const ComplexBall& z, bool analytic) {  // -log z, integrable at 0
    return -log(z, analytic);
  };
  CHECK(integral(root, Ball(Rational(1, 1024), p), one, 120, p).relative_digits() > 30);
  const auto thrower = [](const ComplexBall&, bool) -> ComplexBall { throw Interrupted{}; };
  CHECK_THROWS_AS(integral(thrower, zero, one, 120, p), Interrupted);
}

TEST_CASE("direct: two steps of one Laplace mechanism are the exact sum, atoms included",
          "[cross][direct][DIRECT-TWO]") {
  const Composition c = Composition::parse("laplace(b=2/3)^2");
  for (const char* t : {"-2.9", "-1.5", "-0.2", "0", "0.0001", "1.5", "2.9999"}) {
    for (const Question q : kAll) {
      CAPTURE(t, static_cast<int>(q));
      const Real at(number(t));
      testing::check_meet(by_integral(c, q, at, 25),
                          make_laplace_sums(c)->answer(q, at, Effort{25}).value, 25);
    }
  }
}

TEST_CASE("direct: two Gaussian steps in their own integral are the closed form",
          "[cross][direct][DIRECT-TWO]") {
  testing::Random random(91);
  for (int i = 0; i < testing::iterations(6); ++i) {
    // The engine would merge them; the integral is asked directly.
    const Rational mu2[2] = {number(testing::Random::text(random.log_uniform(0.05, 5))),
                             number(testing::Random::text(random.log_uniform(0.05, 5)))};
    const auto gaussian = [](const Rational& m) {
      return direct::Step{mixture_noise(m, Rational(1)),
                          [m](const Real& t, Bits p) { return gaussian_tails(m, t, p); },
                          std::nullopt, std::nullopt};
    };
    const Real t(number(testing::Random::text(random.uniform(-4, 4))));
    for (const Question q : kAll) {
      const Bits p{200};
      const Ball truth = from_tails(q, gaussian_tails(mu2[0] + mu2[1], t, p), t(p));
      const Ball mine = direct::two(gaussian(mu2[0]), gaussian(mu2[1]), q, t, p, [] {});
      CAPTURE(static_cast<int>(q), t.approximate());
      CHECK(overlaps(truth, mine));
      CHECK(mine.relative_digits() >= 30);
    }
  }
}

TEST_CASE("direct: random pairs agree with the line and with the lattice, both orders of nesting",
          "[cross][direct][lattice][DIRECT-TWO]") {
  testing::Random random(92);
  for (int i = 0; i < testing::iterations(10); ++i) {
    const std::string text = step(random, 1 + i % 2) + " * " + step(random, i % 3);
    const Composition c = Composition::parse(text);
    const auto where = c.approximate_location(random.integer(0, 1));
    double at = where.mean + where.deviation * random.uniform(-2, 3);
    if (const auto low = c.smallest_loss()) at = std::max(at, 0.98 * low->approximate());
    if (const auto high = c.largest_loss()) at = std::min(at, 0.98 * high->approximate());
    const Real t(number(testing::Random::text(at)));
    for (const Question q : kAll) {
      CAPTURE(text, t.approximate(), static_cast<int>(q));
      const Ball mine = by_integral(c, q, t, 15);
      CAPTURE(mine.decimal_bounds(20));
      CHECK(mine.relative_digits() >= 15);
      if (i < 3 && q < Question::P_above)
        CHECK(overlaps(mine, make_fourier(c)->answer(q, t, Effort{3}).value));
      if (q != (i % 2 == 0 ? Question::delta : Question::excess)) continue;
      const Ball lattice = make_lattice(c)->answer(q, t, Effort{4}).value;
      CHECK(overlaps(mine, lattice));
      CHECK(lattice.relative_digits() >= 4);
    }
    // The other order of nesting is another integral.
    const auto steps = [&](size_t k) {
      const Mechanism m = c.factors()[k % c.factors().size()].mechanism;
      return direct::Step{m->noise_law(), [m](const Real& x, Bits p) { return m->tails(x, p); },
                          m->smallest_loss(), m->largest_loss()};
    };
    const Question q = kAll[random.integer(0, 6)];
    const Bits p{160};
    const Ball a = direct::two(steps(0), steps(1), q, t, p, [] {});
    const Ball b = direct::two(steps(1), steps(0), q, t, p, [] {});
    CAPTURE(text, t.approximate(), static_cast<int>(q), a.decimal_bounds(20), b.decimal_bounds(20));
    CHECK(overlaps(a, b));
    CHECK(certainly_less(abs(a - b), Ball(Rational(1, 1000000000000000), p)));
  }
}

TEST_CASE("direct: values far below one keep their digits; what it does not cover is refused",
          "[direct][DIRECT-TWO]") {
  const Composition c = Composition::parse("subsampled_gaussian(sigma=1,p=0.1)^2");
  const Ball tiny = by_integral(c, Question::delta, Real(Rational(20)), 15);
  CHECK(tiny.relative_digits() >= 15);
  CHECK(certainly_less(tiny, testing::ball("1e-60")));
  const auto refusal = [](const char* text) { return direct_refusal(Composition::parse(text)); };
  CHECK(refusal("gaussian(sigma=1)^1000000 * laplace(b=1)").empty());
  CHECK_FALSE(refusal("laplace(b=1)^3").empty());
  CHECK_FALSE(refusal("subsampled_gaussian(sigma=1,p=0.1)^1000000000").empty());
}
