#include "reference/engines/fourier/fourier.hpp"

#include <boost/math/constants/constants.hpp>
#include <boost/math/special_functions/erf.hpp>

#include "reference/engines/closed_form.hpp"
#include "reference/engines/engine.hpp"
#include "reference/engines/planner.hpp"
#include "reference/engines/trivial_bounds.hpp"
#include "tests/every.hpp"
#include "tests/share.hpp"
#include "tests/support.hpp"
#include "tests/witness.hpp"

using namespace plumbline;
using fourier::Contour;
using plumbline::testing::kQuestions;
using plumbline::testing::number;
using witness::Complex;

namespace {

Enclosure closed(const Composition& c, Question q, const Real& t, int digits) {
  return closed_form_entry().make(c)->answer(q, t, Effort{digits});
}

Enclosure by_fourier(const Composition& c, Question q, const Real& t, int digits) {
  return fourier_entry().make(c)->answer(q, t, Effort{digits});
}

}  // namespace

TEST_CASE("fourier: gaussian products agree with the closed form on every question",
          "[cross][fourier]") {
  testing::Random random(31);
  for (int i = 0; i < testing::iterations(40); ++i) {
    const std::string mechanism =
        "gaussian(sigma=" + testing::Random::text(random.log_uniform(0.2, 40)) + ")^" +
        std::to_string(random.integer(1, 500));
    const Composition c = Composition::parse(mechanism);
    const double mu = std::sqrt(c.gaussian_mu_squared()->approximate());
    const std::string t =
        testing::Random::text(mu * (random.uniform(-4, 4)) + random.uniform(-1, 1) * mu * mu / 2);
    for (const Question q : kQuestions) {
      CAPTURE(mechanism, t, static_cast<int>(q));
      testing::check_meet(closed(c, q, Real(number(t)), 20).value,
                          by_fourier(c, q, Real(number(t)), 15).value, 15);
    }
  }
}

TEST_CASE("fourier: a single subsampled gaussian agrees with the closed form", "[cross][fourier]") {
  // The transform of one step decays slowly on the line: only a large sigma is within reach.
  testing::Random random(32);
  int reached = 0;
  for (int i = 0; i < testing::iterations(12); ++i) {
    const std::string mechanism =
        "subsampled_gaussian(sigma=" + testing::Random::text(random.uniform(1.5, 10)) +
        ",p=" + testing::Random::text(random.uniform(0.05, 0.95)) + ")";
    const Composition c = Composition::parse(mechanism);
    const std::string t = testing::Random::text(random.uniform(-0.05, 0.2));
    for (const Question q : {Question::delta, Question::excess, Question::P_above}) {
      CAPTURE(mechanism, t, static_cast<int>(q));
      const Ball a = closed(c, q, Real(number(t)), 20).value;
      const Ball b = by_fourier(c, q, Real(number(t)), 10).value;
      CHECK(overlaps(a, b));
      reached += b.relative_digits() >= 10;
    }
  }
  CHECK(reached >= 18);
}

TEST_CASE("fourier: ten thousand subsampled steps against an independent inversion",
          "[cross][fourier][slow]") {
  // Gil-Pelaez integral on untilted lines, with another quadrature and another number type.
  const witness::Real mu = 1, p = witness::Real(1) / 100;
  const witness::Transform K = [&](const witness::Real& c, const witness::Real& y) {
    return witness::power(witness::mixture_transform(mu, p, c, y), 10000);
  };
  const witness::Real truth = witness::delta(K, witness::Real(3) / 2, witness::Real("0.15"), 75);
  const Composition c = Composition::parse("subsampled_gaussian(sigma=1,p=0.01)^10000");
  testing::check_meet(by_fourier(c, Question::delta, Real(number("1.5")), 25).value,
                      witness::as_ball(truth, 1e-23), 22);
}

TEST_CASE("fourier: the value printed in the literature notes, for the binary64 p = 0.01",
          "[fourier]") {
  const Composition c =
      Composition::parse("subsampled_gaussian(sigma=1,p=0x1.47ae147ae147bp-7)^10000");
  const Ball delta = by_fourier(c, Question::delta, Real(number("1.5")), 32).value;
  CHECK(delta.contains(number("0.147682907852733089953177269405676370")) == false);
  testing::check_meet(delta,
                      widen(testing::ball("0.147682907852733089953177269405676370"),
                            UpperBound::of(testing::ball("1e-36"))),
                      32);
}

TEST_CASE("fourier: the rare-loss trap", "[fourier]") {
  // A step size chosen from the variance alone returns 1.66e-9 here and appears to converge.
  const Composition c = Composition::parse(
      "subsampled_gaussian(sigma=0x1.6666666666666p-1,p=0x1.a36e2eb1c432dp-14)^1000");
  const Ball delta = by_fourier(c, Question::delta, Real(number("0x1.5fd4de9add631p-1")), 15).value;
  testing::check_meet(
      delta,
      widen(testing::ball("9.971705249195726069e-11"), UpperBound::of(testing::ball("1e-29"))), 15);
}

TEST_CASE("fourier: laplace sums agree with an independent inversion", "[cross][fourier]") {
  const witness::Real mu = witness::Real(1) / 4;
  const witness::Transform K = [&](const witness::Real& c, const witness::Real& y) {
    return witness::power(witness::laplace_transform(mu, c, y), 500);
  };
  const Composition c = Composition::parse("laplace(b=4)^500");
  for (const int t : {6, 12, 18}) {
    const witness::Real truth = witness::delta(K, t, witness::Real("0.02"), 180);
    testing::check_meet(by_fourier(c, Question::delta, Real(Rational(t)), 15).value,
                        witness::as_ball(truth, 1e-16), 15);
  }
}

TEST_CASE("fourier: heterogeneous products agree with an independent inversion",
          "[cross][fourier][sweep]") {
  const witness::Transform K = [](const witness::Real& c, const witness::Real& y) {
    const Complex a =
        witness::power(witness::mixture_transform(1, witness::Real(1) / 10, c, y), 60);
    const Complex b = witness::power(witness::laplace_transform(witness::Real(1) / 20, c, y), 3);
    const Complex g = {exp((c * (c - 1) - y * y) / 32) * cos(y * (2 * c - 1) / 32),
                       exp((c * (c - 1) - y * y) / 32) * sin(y * (2 * c - 1) / 32)};
    return witness::product(witness::product(a, b), g);
  };
  const Composition c = Composition::parse(
      "laplace(b=20)^3 * subsampled_gaussian(sigma=1,p=0.1)^60 * gaussian(sigma=4)");
  int index = 0;
  for (const char* t : {"0.25", "1", "2.5"}) {
    if (!testing::of_list(index++, 3)) continue;
    const witness::Real truth = witness::delta(K, witness::Real(t), witness::Real("0.12"), 220);
    testing::check_meet(by_fourier(c, Question::delta, Real(number(t)), 15).value,
                        witness::as_ball(truth, 1e-14), 13.5);
  }
}

TEST_CASE("fourier: two steps against direct nested integration", "[cross][fourier]") {
  // delta_2(eps) = int delta_1(eps - l(u)) dQ(u) with delta_1 in closed form, without a transform.
  using witness::Real;
  const Real mu = Real(1) / 2, p = Real(3) / 10, epsilon = Real(1) / 4;
  const auto phi_bar = [](const Real& x) { return Real(boost::math::erfc(x / sqrt(Real(2))) / 2); };
  const auto single = [&](const Real& e) -> Real {
    const Real gap = exp(e) - (1 - p);
    if (gap <= 0) return 1 - exp(e);
    const Real u = log(gap / p) / mu + mu / 2;
    return p * phi_bar(u - mu) - gap * phi_bar(u);
  };
  const Real h = Real(1) / 256;  // the integrand is smooth except for a tiny kink in the tail
  Real sum = 0;
  for (Real u = -14 + h / 2; u < 15; u += h) {
    const Real w = 1 - p + p * exp(mu * u - mu * mu / 2);
    sum += w * exp(-u * u / 2) * single(epsilon - log(w));
  }
  const Real truth = sum * h / sqrt(2 * boost::math::constants::pi<Real>());
  const Composition c = Composition::parse("subsampled_gaussian(sigma=2,p=0.3)^2");
  testing::check_meet(by_fourier(c, Question::delta, plumbline::Real(number("0.25")), 12).value,
                      witness::as_ball(truth, 1e-13), 12);
}

TEST_CASE("fourier: contours in different regions meet",
          "[cross][fourier][ALIAS][TRUNCATION][slow]") {
  testing::Random random(33);
  const char* mechanisms[] = {"subsampled_gaussian(sigma=1,p=0.01)^5000",
                              "subsampled_gaussian(sigma=2,p=0.3)^40", "laplace(b=4)^500",
                              "gaussian(sigma=0.7) * laplace(b=3)^5"};
  for (const char* mechanism : mechanisms) {
    const Composition c = Composition::parse(mechanism);
    const double deviation = c.approximate_location(0).deviation;
    const double mean = c.approximate_location(0).mean;
    for (const Question q : {Question::delta, Question::one_minus_delta, Question::excess}) {
      const plumbline::Real t(
          number(testing::Random::text(mean + 2 * deviation * random.uniform(0, 1.5))));
      Ball all = by_fourier(c, q, t, 15).value;
      for (const double line : {-0.4, 0.5, 1.6}) {
        const double step = 2 * M_PI / (40 * deviation + 60);
        const Contour contour{line,      step,           static_cast<long>(60 / (deviation * step)),
                              Bits{160}, line + 2.03125, line - 2.03125};
        const Ball value = fourier_on_contour(c, contour, q, t).value;
        CAPTURE(mechanism, static_cast<int>(q), line, value.relative_digits());
        CHECK(overlaps(all, value));
        // Atoms decay slowly, so far from the saddle point the laplace lines only have to be correct.
        if (measure_of(*c.factors().front().mechanism).algebraic_decay(0.5).is_finite()) {
          CHECK(value.relative_digits() >= 8);
        }
      }
    }
  }
}

TEST_CASE("fourier: coarse steps and short lines give wide enclosures that hold",
          "[fourier][ALIAS][TRUNCATION][ALGEBRAIC-PRODUCT][CHERNOFF]") {
  // Here the proven errors dominate: on random bad contours they must cover the true value.
  testing::Random random(34);
  int alias_dominates = 0, cut_dominates = 0;
  for (int i = 0; i < testing::iterations(300); ++i) {
    const std::string mechanism =
        "gaussian(sigma=" + testing::Random::text(random.log_uniform(0.4, 3)) + ")";
    const Composition c = Composition::parse(mechanism);
    const double mu = std::sqrt(c.gaussian_mu_squared()->approximate());
    const double line = random.uniform(-2, 3);
    const double a = random.uniform(0.1, 4), b = random.uniform(0.1, 4);
    const double step = random.uniform(0.2, 2.5) / mu;
    const Contour contour{line,     step,     static_cast<long>(random.integer(1, 12)),
                          Bits{96}, line + a, line - b};
    if (line == 0 || line == 1) continue;
    const plumbline::Real t(number(testing::Random::text(random.uniform(-3, 3) * mu)));
    const Question q = kQuestions[random.integer(0, 6)];
    const Enclosure found = fourier_on_contour(c, contour, q, t);
    const Ball truth = closed(c, q, t, 25).value;
    CAPTURE(mechanism, line, step, contour.last, t.approximate(), static_cast<int>(q));
    REQUIRE(found.value.is_finite());
    CHECK(overlaps(found.value, truth));
    const double error = abs(found.value.midpoint() - truth).log_approximate();
    alias_dominates += error > found.budget.truncation.log_approximate() &&
                       error < found.budget.discretisation.log_approximate() &&
                       error > found.budget.discretisation.log_approximate() - 3;
    cut_dominates += error > found.budget.discretisation.log_approximate() &&
                     error > found.budget.truncation.log_approximate() - 6;
  }
  // The bounds are not excessively loose: they are often nearly attained.
  CHECK(alias_dominates >= 20);
  CHECK(cut_dominates >= 5);
}

TEST_CASE("fourier: a contour outside the alias bound's conditions claims nothing",
          "[fourier][ALIAS][ALIAS-SIDES]") {
  const Composition c = Composition::parse("gaussian(sigma=1)");
  const plumbline::Real t(number("0.5"));
  const auto on = [&](double line, double right, double left) {
    return fourier_on_contour(c, {line, 0.5, 20, Bits{96}, right, left}, Question::delta, t).value;
  };
  CHECK(on(1.5, 3.0, -1.0).is_finite());
  CHECK_FALSE(on(1.5, 1.4, -1.0).is_finite());  // x+ is left of c
  CHECK_FALSE(on(1.5, 1.5, -1.0).is_finite());  // x+ equals c
  CHECK_FALSE(on(1.5, 3.0, 1.75).is_finite());  // x- is right of c
  CHECK_FALSE(on(1.5, 3.0, 1.0).is_finite());   // x- is a pole
  CHECK_FALSE(on(0.5, 2.0, 0.0).is_finite());
  CHECK_THROWS_AS(on(1.0, 3.0, -1.0), std::invalid_argument);
  CHECK_THROWS_AS(fourier_on_contour(c, {1.5, 0.0, 20, Bits{96}, 3, -1}, Question::delta, t),
                  std::invalid_argument);
}

TEST_CASE("fourier: Chernoff bounds the region functions and is attained within a factor",
          "[fourier][CHERNOFF]") {
  using namespace plumbline::fourier;
  testing::Random random(35);
  for (int i = 0; i < testing::iterations(200); ++i) {
    const Composition c = Composition::parse(
        "gaussian(sigma=" + testing::Random::text(random.log_uniform(0.5, 3)) + ")");
    const Ball mu2(*c.gaussian_mu_squared(), Bits{128});
    const Question q = kQuestions[random.integer(0, 6)];
    const Kernel kernel = kernel_of(q);
    const double x = random.uniform(-3, 4);
    const plumbline::Real t(number(testing::Random::text(random.uniform(-4, 4))));
    const Ball X = Ball::from_binary64(x, Bits{128});
    const Ball bound = chernoff_constant(kernel, x, Bits{128}) * exp(X * (X - 1) * mu2 / 2) *
                       exp(t(Bits{128}) * (Ball::integer(sigma(kernel), Bits{128}) - X));
    // G_x expressed by the answers.
    const Question region = kernel == Kernel::profile ? (x > 1   ? Question::delta
                                                         : x > 0 ? Question::one_minus_delta
                                                                 : Question::excess)
                            : kernel == Kernel::P_tail
                                ? (x > 0 ? Question::P_above : Question::P_below)
                                : (x > 1 ? Question::Q_above : Question::Q_below);
    const Ball G = closed(c, region, t, 20).value;
    CAPTURE(static_cast<int>(kernel), x, t.approximate());
    CHECK(certainly_at_most(G.lower(), bound.upper()));
    CHECK(log_chernoff_constant(kernel, x) ==
          Approx(chernoff_constant(kernel, x, Bits{64}).log_approximate()).margin(1e-9));
    // from_region and the residues are inverse to each other.
    const fourier::Masses whole{Ball::integer(1, Bits{128}), Ball::integer(1, Bits{128})};
    const Ball signed_G = sign(kernel, x) > 0 ? G : -G;
    CHECK(overlaps(from_region(q, x, signed_G, t(Bits{128}), whole), closed(c, q, t, 20).value));
  }
}

TEST_CASE("fourier: tails of sums with atoms come from slopes of the profile",
          "[fourier][CONVEX-SLOPE]") {
  const witness::Transform K = [](const witness::Real& c, const witness::Real& y) {
    return witness::power(witness::laplace_transform(witness::Real(1) / 4, c, y), 500);
  };
  const Composition c = Composition::parse("laplace(b=4)^500");
  for (const int t : {-20, -14, -8}) {
    const witness::Real P = witness::survival(K, false, t, witness::Real("0.02"), 180);
    const witness::Real Q = witness::survival(K, true, -t, witness::Real("0.02"), 180);
    const auto at = [&](Question q, int x) {
      return by_fourier(c, q, plumbline::Real(Rational(x)), 8).value;
    };
    testing::check_meet(at(Question::P_above, t), witness::as_ball(P, 1e-9), 8);
    testing::check_meet(at(Question::P_below, t), witness::as_ball(1 - P, 1e-8), 7.5);
    testing::check_meet(at(Question::Q_above, -t), witness::as_ball(Q, 1e-9), 8);
    CHECK(overlaps(at(Question::Q_below, -t), witness::as_ball(1 - Q, 1e-8)));
  }
}

TEST_CASE("fourier: an engine that has answered elsewhere answers as tightly as a fresh one",
          "[fourier][slow]") {
  testing::Random random(37);
  for (const std::string mechanism :
       {"subsampled_gaussian(sigma=1,p=0.01)^1000", "laplace(b=3)^200",
        "subsampled_gaussian(sigma=0.5,p=0.001)^20"}) {
    const Composition c = Composition::parse(mechanism);
    const auto used = fourier_entry().make(c);
    const double scale = c.approximate_location(0).deviation;
    for (int i = 0; i < testing::iterations(8); ++i) {
      const std::string t = testing::Random::text(scale * random.uniform(-3, 6));
      const Question q = kQuestions[random.integer(0, 2)];
      const int digits = random.integer(3, 16);
      CAPTURE(mechanism, t, digits, static_cast<int>(q));
      const Ball again = used->answer(q, Real(number(t)), Effort{digits}).value;
      const Ball fresh = by_fourier(c, q, Real(number(t)), digits).value;
      CHECK(overlaps(again, fresh));
      if (fresh.relative_digits() >= digits) CHECK(again.relative_digits() >= digits);
    }
  }
}

TEST_CASE("fourier: digits are added by what the new line reached, not by what those kept did",
          "[fourier]") {
  // Rare large losses: the estimate of the answer is far too large, and cached lines know some digits of it.
  const auto engine =
      fourier_entry().make(Composition::parse("subsampled_gaussian(sigma=7.84,p=0.000322)^231"));
  for (const char* at : {"0.0041189362", "0.0048556924", "0.0042660405"}) {
    CAPTURE(at);
    const Enclosure found = engine->answer(Question::delta, number(at), Effort{8});
    CHECK(found.value.relative_digits() >= 8);
  }
}

TEST_CASE("fourier: beyond the largest and smallest loss the answers are exact", "[fourier]") {
  const Composition c = Composition::parse("laplace(b=1/3)^3 * laplace(b=3)");
  const auto at = [&](Question q, const char* t) {
    return by_fourier(c, q, plumbline::Real(number(t)), 15).value;
  };
  CHECK(at(Question::delta, "28/3").is_exactly_zero());
  CHECK(at(Question::excess, "-28/3").is_exactly_zero());
  CHECK(at(Question::P_below, "28/3").is_exact());
  CHECK_FALSE(at(Question::P_below, "-28/3").is_exactly_zero());  // the threshold is an atom
  CHECK(at(Question::P_below, "-28.001/3").is_exactly_zero());
  CHECK_FALSE(at(Question::delta, "9.33").is_exactly_zero());
}

TEST_CASE("fourier: what is out of reach is wide and right", "[fourier]") {
  // With few laplace steps the transform of the atoms does not decay. Two steps in closed form at eps = 0.
  const Composition c = Composition::parse("laplace(b=1)^2");
  const Ball delta = by_fourier(c, Question::delta, plumbline::Real(Rational(0)), 15).value;
  CHECK(delta.relative_digits() < 15);
  CHECK(delta.relative_digits() > 3);
  // E_P[(e^S - 1)_+] tilted by 1/2: two uniforms and atoms, mu = 1 (Irwin-Hall in closed form):
  // m=0: (1/4) e^-1 (e - e^-1); m=1, one atom: (1/2) e^-1 int_{0}^{2} 2 sinh(x/2) dx;
  // m=2: (1/4) e^-1 int_0^2 2 sinh(x/2) (2-x)/4 dx.
  using witness::Real;
  const Real e1 = exp(Real(1)), m0 = (e1 - 1 / e1) / 4;
  const Real m1 = (4 * cosh(Real(1)) - 4) / 4;
  const Real m2 = (8 * sinh(Real(1)) - 8) / 16;
  CHECK(overlaps(delta, witness::as_ball((m0 + m1 + m2) / e1, 1e-30)));
}

TEST_CASE("fourier: an interrupted search returns what it knows", "[fourier]") {
  int calls = 0;
  Effort effort{15, [&] {
                  if (++calls > 2) throw Interrupted{};
                }};
  const Composition c = Composition::parse("subsampled_gaussian(sigma=1,p=0.01)^1000");
  const Ball value =
      fourier_entry().make(c)->answer(Question::delta, plumbline::Real(Rational(1)), effort).value;
  CHECK(overlaps(value, by_fourier(c, Question::delta, plumbline::Real(Rational(1)), 15).value));
  CHECK(value.is_finite());
}

TEST_CASE("support: clipping keeps the truth and stays in range", "[composition]") {
  const plumbline::Real t(Rational(0));
  const Ball wide = Ball::hull(testing::ball("-0.5"), testing::ball("0.25"));
  CHECK(clipped(Question::delta, wide, t).decimal_bounds(5).first == "0");
  CHECK(clipped(Question::delta, wide, t).contains(number("0.25")));
  CHECK(clipped(Question::delta, testing::ball("0.3"), t).is_finite());
  const Ball above = Ball::hull(testing::ball("0.5"), testing::ball("3"));
  CHECK(clipped(Question::P_above, above, t).upper().approximate() < 1.0001);
  CHECK(clipped(Question::excess, Ball::indeterminate(Bits{64}), t).is_finite());
}

TEST_CASE("plan: engines are named, covered or refused", "[composition]") {
  CHECK(plan(Composition::parse("gaussian(sigma=1)^9"), "auto")->name() == "closed_form");
  CHECK(plan(Composition::parse("laplace(b=1)"), "auto")->name() == "closed_form");
  CHECK(plan(Composition::parse("laplace(b=1)^2"), "auto")->name() == "laplace_sums");
  CHECK(plan(Composition::parse("laplace(b=1)^2"), "fourier")->name() == "fourier");
  CHECK(plan(Composition::parse("laplace(b=1)^1000000"), "auto")->name() == "fourier");
  CHECK(plan(Composition::parse("laplace(b=1)^2 * laplace(b=2)"), "auto")->name() ==
        "laplace_sums");
  CHECK(
      plan(Composition::parse("laplace(b=1)^2 * subsampled_laplace(b=2,p=0.3)"), "auto")->name() ==
      "knots");
  CHECK(plan(Composition::parse("gaussian(sigma=1)"), "fourier")->name() == "fourier");
  CHECK_THROWS_WITH(plan(Composition::parse("laplace(b=1)^2"), "closed_form"),
                    Catch::Contains("does not cover"));
  CHECK_THROWS_WITH(plan(Composition::parse("laplace(b=1)"), "fft"),
                    Catch::Contains("known: auto"));
}

TEST_CASE("fourier: a doubled step or a dropped truncation term would miss the truth",
          "[fourier][ALIAS][TRUNCATION]") {
  // Each bound is necessary: without it the same enclosure would not contain the closed form, so that a broken bound
  // cannot pass the comparisons of this file.
  const Composition c = Composition::parse("gaussian(sigma=2)^4");
  const plumbline::Real t(number("0.7"));
  const Contour fine{1.5, 0.5, 40, Bits{160}, 6, 0.25};
  const auto without = [](const Enclosure& e, const UpperBound& dropped) {
    // The enclosure around its midpoint without one of its errors (a margin of twice the rounding error remains).
    const Ball smaller = e.value.radius().ball(Bits{64}) - dropped.ball(Bits{64});
    const UpperBound left = UpperBound::of(max(smaller, Ball(Bits{64})));
    return widen(e.value.midpoint(), left);
  };
  for (const Question q : {Question::delta, Question::excess, Question::one_minus_delta}) {
    const Ball truth = closed(c, q, t, 60).value;
    Contour doubled = fine, cut = fine;
    doubled.step = 4;  // aliasing errors of size 1e-3
    cut.step = 0.125;
    cut.last = 24;
    const Enclosure aliased = fourier_on_contour(c, doubled, q, t);
    const Enclosure truncated = fourier_on_contour(c, cut, q, t);
    CAPTURE(static_cast<int>(q), aliased.budget.discretisation.text(),
            truncated.budget.truncation.text());
    CHECK(overlaps(aliased.value, truth));
    CHECK(overlaps(truncated.value, truth));
    CHECK(overlaps(fourier_on_contour(c, fine, q, t).value, truth));
    CHECK_FALSE(overlaps(without(aliased, aliased.budget.discretisation), truth));
    CHECK_FALSE(overlaps(without(truncated, truncated.budget.truncation), truth));
  }
}
