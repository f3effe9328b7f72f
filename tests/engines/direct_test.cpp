#include "reference/engines/direct/direct.hpp"

#include "reference/arithmetic/functions/integral.hpp"
#include "reference/engines/closed_form.hpp"
#include "reference/engines/direct/direct_three.hpp"
#include "reference/engines/engine.hpp"
#include "reference/engines/fourier/fourier.hpp"
#include "reference/engines/laplace_sums/laplace_sums.hpp"
#include "reference/engines/lattice/lattice.hpp"
#include "reference/engines/trivial_bounds.hpp"
#include "reference/mechanisms/gaussian/gaussian.hpp"
#include "reference/mechanisms/noise_law.hpp"
#include "tests/every.hpp"
#include "tests/share.hpp"
#include "tests/support.hpp"

using namespace plumbline;
using plumbline::testing::kQuestions;
using plumbline::testing::number;

namespace {

Ball by_integral(const Composition& c, Question q, const Real& t, int digits) {
  return direct_entry().make(c)->answer(q, t, Effort{digits}).value;
}

/// Returns a Gaussian step; the engine would merge several of them.
direct::Step gaussian(const Rational& m) {
  return direct::Step{mixture_noise(m, Rational(1)),
                      [m](const Real& t, Bits p) { return gaussian_tails(m, t, p); }, std::nullopt,
                      std::nullopt};
}

direct::Step step_of(const std::string& mechanism) {
  const Mechanism m = Composition::parse(mechanism).factors().front().mechanism;
  return direct::Step{m->offer<NoiseLaw>(), [m](const Real& t, Bits p) { return m->tails(t, p); },
                      m->smallest_loss(), m->largest_loss()};
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
    for (const Question q : kQuestions) {
      CAPTURE(t, static_cast<int>(q));
      const Real at(number(t));
      testing::check_meet(by_integral(c, q, at, 25),
                          laplace_sums_entry().make(c)->answer(q, at, Effort{25}).value, 25);
    }
  }
}

TEST_CASE("direct: two Gaussian steps in their own integral are the closed form",
          "[cross][direct][DIRECT-TWO][slow]") {
  testing::Random random(91);
  for (int i = 0; i < testing::iterations(6); ++i) {
    // The engine would merge these steps, so the test calls the integral directly.
    const Rational mu2[2] = {number(testing::Random::text(random.log_uniform(0.05, 5))),
                             number(testing::Random::text(random.log_uniform(0.05, 5)))};
    const Real t(number(testing::Random::text(random.uniform(-4, 4))));
    for (const Question q : kQuestions) {
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
          "[cross][direct][lattice][DIRECT-TWO][slow]") {
  testing::Random random(92);
  for (int i = 0; i < testing::iterations(10); ++i) {
    const std::string text = step(random, 1 + i % 2) + " * " + step(random, i % 3);
    const Composition c = Composition::parse(text);
    const auto where = c.approximate_location(random.integer(0, 1));
    double at = where.mean + where.deviation * random.uniform(-2, 3);
    if (const auto low = c.smallest_loss()) at = std::max(at, 0.98 * low->approximate());
    if (const auto high = c.largest_loss()) at = std::min(at, 0.98 * high->approximate());
    const Real t(number(testing::Random::text(at)));
    for (const Question q : kQuestions) {
      CAPTURE(text, t.approximate(), static_cast<int>(q));
      const Ball mine = by_integral(c, q, t, 15);
      CAPTURE(mine.decimal_bounds(20));
      CHECK(mine.relative_digits() >= 15);
      if (i < 3 && q < Question::P_above)
        CHECK(overlaps(mine, fourier_entry().make(c)->answer(q, t, Effort{3}).value));
      if (q != (i % 2 == 0 ? Question::delta : Question::excess)) continue;
      const Ball lattice = lattice_entry().make(c)->answer(q, t, Effort{4}).value;
      CHECK(overlaps(mine, lattice));
      if (q == Question::delta) CHECK(lattice.relative_digits() >= 4);
    }
    // The other order of nesting gives a different integral.
    const auto steps = [&](size_t k) {
      return step_of(c.factors()[k % c.factors().size()].mechanism->expression());
    };
    const Question q = kQuestions[random.integer(0, 6)];
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
  const auto refusal = [](const char* text) {
    return direct_entry().refusal(Composition::parse(text));
  };
  CHECK(refusal("gaussian(sigma=1)^1000000 * laplace(b=1)").empty());
  CHECK(refusal("laplace(b=1)^3").empty());
  CHECK_FALSE(refusal("laplace(b=1)^4").empty());
  CHECK_FALSE(refusal("subsampled_gaussian(sigma=1,p=0.1)^1000000000").empty());
}

TEST_CASE("noise_law: continuations agree on the real line and stay below their bounds off it",
          "[direct][NOISE-COMPLEX]") {
  testing::Random random(93);
  const Bits p{128};
  for (int i = 0; i < testing::iterations(60); ++i) {
    const Mechanism m = Composition::parse(step(random, i % 3)).factors().front().mechanism;
    const auto law = m->offer<NoiseLaw>();
    const double u = random.uniform(0.05, 0.95), du = random.uniform(0.01, 0.04);
    const Ball a = Ball::from_binary64(u, p), b = Ball::from_binary64(u + du, p);
    const Ball l = law->loss(ComplexBall(a), false).real();
    CAPTURE(m->expression(), u);
    CHECK(overlaps(law->position(l).u, a));
    CHECK(overlaps(law->continued_position(ComplexBall(l), true).real(), a));
    const LossTails tails = m->tails(Real([l](Bits) { return l; }), p);
    CHECK(overlaps(law->tail(Tail::P_above, ComplexBall(l), true).real(), tails.P_above));
    CHECK(overlaps(law->tail(Tail::P_below, ComplexBall(l), true).real(), tails.P_below));
    CHECK(overlaps(law->tail(Tail::Q_above, ComplexBall(l), true).real(), tails.Q_above));
    CHECK(overlaps(law->tail(Tail::Q_below, ComplexBall(l), true).real(), tails.Q_below));
    const NoiseMass mass = law->mass(a, b);
    const auto continued = law->continued_mass(ComplexBall(a), ComplexBall(b));
    CHECK(overlaps(mass.P, continued.first.real()));
    CHECK(overlaps(mass.Q, continued.second.real()));
    const auto density = [&](bool of_Q) {
      return integral([&](const ComplexBall& z, bool) { return law->density(of_Q, z); }, a, b, 100,
                      p);
    };
    testing::check_meet(mass.P, density(false), 20);
    testing::check_meet(mass.Q, density(true), 20);
    // The slope, compared with a difference quotient.
    const Ball h = Ball::from_binary64(0x1p-30, p);
    const Ball quotient = (law->loss(ComplexBall(a + h), false).real() - l) / h;
    CHECK(certainly_less(abs(quotient - law->slope(ComplexBall(a)).real()),
                         testing::ball("1e-6") * (abs(quotient) + 1)));
    // Arguments off the real line.
    const ComplexBall s(l, Ball::from_binary64(random.uniform(-1, 1), p));
    for (const Tail which : {Tail::P_above, Tail::P_below, Tail::Q_above, Tail::Q_below}) {
      const ComplexBall tail = law->tail(which, s, true);
      if (tail.magnitude().is_finite()) CHECK(tail.magnitude() <= law->tail_bound(s));
    }
    if (!law->flat_edge()) continue;
    const Ball near =
        (*m->smallest_loss())(p) + Ball::from_binary64(random.log_uniform(1e-9, 0.1), p);
    const ComplexBall e(near, Ball::from_binary64(random.uniform(-1e-3, 1e-3), p));
    for (const Tail which : {Tail::P_below, Tail::Q_below}) {
      CHECK(law->tail(which, e, true).magnitude() <= law->edge_bound(e));
    }
  }
}

TEST_CASE("direct: three steps against exact sums, the line and the lattice",
          "[cross][direct][DIRECT-THREE][sweep]") {
  const Composition laplace = Composition::parse("laplace(b=1)^3");
  for (const char* t : {"-2.7", "-0.9", "0.2", "1", "2.9"}) {
    for (const Question q : kQuestions) {
      CAPTURE(t, static_cast<int>(q));
      const Real at(number(t));
      testing::check_meet(by_integral(laplace, q, at, 10),
                          laplace_sums_entry().make(laplace)->answer(q, at, Effort{20}).value, 10);
    }
  }
  testing::Random random(94);
  for (int i = 0; i < testing::of_sweep(1, 5); ++i) {
    // Three subsampled steps take seconds: tested once, to few digits.
    const std::string text =
        i == 0 ? "subsampled_gaussian(sigma=1,p=0.3)^3"
               : step(random, i % 3) + " * " + step(random, 1) + " * " + step(random, 1 + i % 2);
    const Composition c = Composition::parse(text);
    const auto where = c.approximate_location(random.integer(0, 1));
    const Real t(
        number(testing::Random::text(where.mean + where.deviation * random.uniform(-0.8, 1.5))));
    const Question q = kQuestions[i == 0 ? 0 : i % 3];
    const int digits = i == 0 ? 3 : 8;
    const Ball mine = by_integral(c, q, t, digits);
    CAPTURE(text, t.approximate(), static_cast<int>(q), mine.decimal_bounds(20));
    CHECK(mine.relative_digits() >= digits);
    CHECK(overlaps(mine, fourier_entry().make(c)->answer(q, t, Effort{3}).value));
    const Ball lattice = lattice_entry().make(c)->answer(q, t, Effort{4}).value;
    CAPTURE(lattice.decimal_bounds(20));
    CHECK(overlaps(mine, lattice));
    CHECK(lattice.relative_digits() >= 4);
  }
}

TEST_CASE("direct: what two steps cut off is no more than their bound says",
          "[direct][faults][DIRECT-TWO][slow]") {
  const Bits p{160};
  for (const char* t : {"-1", "0.3", "1.5"}) {
    const Real at(number(t));
    for (const Question q : kQuestions) {
      CAPTURE(t, static_cast<int>(q));
      // The ends of an infinite range.
      const Ball truth = from_tails(q, gaussian_tails(Rational(5), at, p), at(p));
      const Ball ends = direct::two(
          gaussian(Rational(4)), gaussian(Rational(1)), q, at, p, [] {}, 1);
      CHECK(overlaps(truth, ends));
      // Close to the smallest loss the inner answer counts as settled; a target of 2^-4 makes this error visible.
      const auto other = step_of("subsampled_gaussian(sigma=1,p=0.6)");
      const Ball fine = direct::two(other, gaussian(Rational(1)), q, at, p, [] {});
      CHECK(overlaps(fine, direct::two(
                               gaussian(Rational(1)), other, q, at, p, [] {}, 4)));
      CHECK(overlaps(fine, direct::two(
                               other, gaussian(Rational(1)), q, at, p, [] {}, 4)));
    }
  }
}

TEST_CASE("direct: what three steps cut off is no more than their bound says",
          "[direct][faults][DIRECT-THREE][slow]") {
  const Bits p{80};
  const Real at(number("0.3"));
  const std::vector<direct::Step> steps{gaussian(Rational(2)), gaussian(Rational(3)),
                                        gaussian(Rational(1))};
  for (const Question q : kQuestions) {
    CAPTURE(static_cast<int>(q));
    const Ball truth = from_tails(q, gaussian_tails(Rational(6), at, p), at(p));
    const Ball mine = direct::three(
        steps, q, at, 16, p, [] {}, 1);
    CAPTURE(truth.decimal_bounds(12), mine.decimal_bounds(12));
    CHECK(overlaps(truth, mine));
    CHECK(mine.is_finite());
  }
}

TEST_CASE("direct: a cut whose continuation is not analytic is not bounded",
          "[direct][NOISE-COMPLEX][DIRECT-THREE]") {
  const Bits p{96};
  const auto at = [&](const char* re, const char* im, const char* radius) {
    const UpperBound r = UpperBound::of(testing::ball(radius, p));
    return ComplexBall(widen(testing::ball(re, p), r), widen(testing::ball(im, p), r));
  };
  const auto flat = mixture_noise(Rational(1), number("0.5"));  // singular at log(1/2) = -0.693...
  CHECK_FALSE(flat->entire());
  CHECK(flat->analytic_rightwards(at("0", "0", "0.1")));
  CHECK_FALSE(flat->analytic_rightwards(at("-0.7", "0", "0.01")));
  CHECK_FALSE(flat->analytic_rightwards(at("-2", "0", "0.01")));
  CHECK(flat->analytic_rightwards(at("-2", "1", "0.5")));
  CHECK_FALSE(flat->analytic_rightwards(at("-2", "1", "1.1")));
  CHECK_FALSE(flat->analytic_rightwards(at("0", "3.1", "0.1")));
  CHECK_FALSE(flat->analytic_at(at("-0.8", "0", "0.01")));
  CHECK(flat->analytic_at(at("-0.6", "0", "0.01")));
  CHECK(flat->strip_bound(Ball(p)).is_finite());
  const auto plain = mixture_noise(Rational(1), Rational(1));
  CHECK(plain->entire());
  CHECK(plain->analytic_rightwards(at("-5", "4", "1")));
  const auto laplace = laplace_noise(Rational(1));
  CHECK(laplace->entire());
  CHECK_FALSE(laplace->strip_bound(Ball(p)).is_finite());
}

TEST_CASE("noise_law: the bounds of the tails are nearly reached",
          "[direct][faults][NOISE-COMPLEX][NOISE-LAPLACE]") {
  const Bits p{128};
  const auto reached = [&](const NoiseLaw& law, const ComplexBall& s) {
    UpperBound largest;
    for (const Tail which : {Tail::P_above, Tail::P_below, Tail::Q_above, Tail::Q_below}) {
      const UpperBound size = law.tail(which, s, true).magnitude();
      CHECK(size <= law.tail_bound(s));
      largest = larger(largest, size);
    }
    CHECK(law.tail_bound(s).log_approximate() < largest.log_approximate() + 1);
  };
  // The first argument is a turning point of the Gaussian tail; at the second one the exponential of the Laplace tail
  // is negative.
  reached(*mixture_noise(Rational(4), Rational(1)),
          ComplexBall(testing::ball("-8", p), testing::ball("0.5", p)));
  reached(*mixture_noise(Rational(100), number("0.3")),
          ComplexBall(testing::ball("2", p), testing::ball("0.1", p)));
  for (const char* x : {"-5", "0", "5"}) {
    reached(*laplace_noise(Rational(1)), ComplexBall(testing::ball(x, p), Ball::pi(p) * 2));
  }
}
