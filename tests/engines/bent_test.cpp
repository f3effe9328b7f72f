/// Steps on batches of fixed size along deformed contours, compared with quadrature in Boost's numbers, the closed
/// form of one step, and vertical lines.
#include "reference/engines/bent/bent.hpp"

#include <boost/math/distributions/normal.hpp>
#include <boost/math/quadrature/gauss.hpp>

#include "reference/engines/bent/bent_line.hpp"
#include "reference/engines/bent/progression.hpp"
#include "reference/engines/closed_form.hpp"
#include "reference/engines/engine.hpp"
#include "reference/engines/fourier/fourier.hpp"
#include "reference/engines/lattice/lattice.hpp"
#include "reference/engines/planner.hpp"
#include "tests/every.hpp"
#include "tests/share.hpp"
#include "tests/support.hpp"
#include "tests/witness.hpp"

using namespace plumbline;
using plumbline::testing::kQuestions;
using plumbline::testing::number;

namespace {

Ball by_bent(const std::string& mechanism, Question q, const plumbline::Real& t, int digits) {
  return bent_entry().make(Composition::parse(mechanism))->answer(q, t, Effort{digits}).value;
}

std::string batches(const std::string& sigma, long batch, long steps) {
  return "without_replacement(sigma=" + sigma + ",n=1000,batch=" + std::to_string(batch) + ")^" +
         std::to_string(steps);
}

using Wide = witness::Real;

Wide survival(const Wide& x) { return erfc(x / sqrt(Wide(2))) / 2; }

/// One step: losses above 0 at x > mu/2; the losses below 0 are mirrored.
struct BatchStep {
  Wide mu, q;
  Wide loss(const Wide& x) const { return log1p(q * expm1(mu * (x - mu / 2))); }
  Wide place(const Wide& l) const { return mu / 2 + log1p(expm1(l) / q) / mu; }
  Wide rest() const { return (1 - q) * (1 - 2 * survival(mu / 2)); }
  Wide above(const Wide& t) const {
    const Wide x = place(t);
    return (1 - q) * survival(x) + q * survival(x - mu) - exp(t) * survival(x);
  }
  Wide delta(const Wide& t) const {
    return t >= 0 ? above(t) : Wide(exp(t) * above(-t) - expm1(t));
  }
};

/// Returns delta of two steps: m delta_1(t) + the integral of e^L delta_1(t - L) over the losses other than 0.
Wide two_steps(const BatchStep& a, const BatchStep& b, const Wide& t) {
  const auto integrand = [&](const Wide& x) {
    const Wide phi = exp(-x * x / 2) / sqrt(8 * atan(Wide(1))), l = a.loss(x);
    return Wide(phi * (exp(l) * b.delta(t - l) + b.delta(t + l)));
  };
  const Wide kink = a.place(t), end = a.mu * 2 + 16;
  Wide sum = a.rest() * b.delta(t), left = a.mu / 2;
  while (left < end) {
    Wide right = left + Wide(1) / 8;
    if (left < kink && kink < right) right = kink;
    sum += boost::math::quadrature::gauss<Wide, 30>::integrate(integrand, left, right);
    left = right;
  }
  return sum;
}

const Poll kNone = [] {};

std::vector<bent::Steps> steps_of(const std::string& mechanism) {
  std::vector<bent::Steps> out;
  const Composition c = Composition::parse(mechanism);
  for (const Factor& f : c.factors())
    out.push_back({*f.mechanism->offer<batch::BatchLaw>(), f.count});
  return out;
}

/// The profile of one step along a given plan, and its exact value.
struct OneStep {
  std::string mechanism = batches("1", 250, 1);
  std::vector<bent::Steps> steps = steps_of(mechanism);
  plumbline::Real t{number("0.5")};

  bent::Plan plan() const { return *bent::choose(steps, Question::delta, 0.5, 4, 1e9, kNone); }
  Ball truth() const {
    return closed_form_entry()
        .make(Composition::parse(mechanism))
        ->answer(Question::delta, t, Effort{25})
        .value;
  }
  Ball along(const bent::Plan& plan) const {
    const bent::LineValues values(steps, plan, kNone);
    const Ball x = t(plan.bits);
    const Ball G = bent::on_line(steps, plan, values, fourier::Kernel::profile, x, kNone).value;
    const Ball mass = Ball::integer(1, plan.bits) - batch::rest_at_zero(steps[0].law, plan.bits);
    return fourier::from_region(Question::delta, plan.c, G, x, {mass, mass});
  }
};

}  // namespace

TEST_CASE("bent: two steps by direct integration", "[cross][bent][slow]") {
  testing::Random random(910);
  for (int i = 0; i < testing::of_sweep(1, 3); ++i) {
    const std::string sigma = testing::Random::text(random.log_uniform(0.4, 1.6));
    const std::string other =
        i % 2 == 0 ? sigma : testing::Random::text(random.log_uniform(0.4, 1.6));
    const long batch = random.integer(5, 400);
    const std::string t = testing::Random::text(random.uniform(0.3, 1.5));
    const std::string mechanism = i % 2 == 0
                                      ? batches(sigma, batch, 2)
                                      : batches(sigma, batch, 1) + " * " + batches(other, 100, 1);
    CAPTURE(mechanism, t);
    const BatchStep first{1 / Wide(sigma), Wide(batch) / 1000};
    const BatchStep second = i % 2 == 0 ? first : BatchStep{1 / Wide(other), Wide(1) / 10};
    testing::check_meet(by_bent(mechanism, Question::delta, plumbline::Real(number(t)), 12),
                        witness::as_ball(two_steps(first, second, Wide(t)), 1e-22), 12);
  }
}

TEST_CASE("bent: two steps of settings that had few digits", "[.][night][bent]") {
  const auto check = [](const char* sigma, long batch, const char* t) {
    const Wide truth = two_steps({1 / Wide(sigma), Wide(batch) / 1000},
                                 {1 / Wide(sigma), Wide(batch) / 1000}, Wide(t));
    testing::check_meet(
        by_bent(batches(sigma, batch, 2), Question::delta, plumbline::Real(number(t)), 15),
        witness::as_ball(truth, 1e-22), 15);
  };
  check("0.5", 100, "1");
  check("1", 10, "0.3");
}

TEST_CASE("bent: one step is the closed form, on either side of 0", "[cross][bent][slow]") {
  testing::Random random(911);
  const char* thresholds[] = {"0.6", "-0.7", "1.1", "-0.45", "0.9", "-1.2", "0.5"};
  for (int i = 0; i < 7; ++i) {
    const std::string mechanism =
        batches(testing::Random::text(random.log_uniform(0.5, 1.2)), random.integer(50, 400), 1);
    const plumbline::Real t(number(thresholds[i]));
    const Question q = kQuestions[i];
    if (!testing::of_list(i, 3)) continue;
    CAPTURE(mechanism, thresholds[i], static_cast<int>(q));
    const Ball truth =
        closed_form_entry().make(Composition::parse(mechanism))->answer(q, t, Effort{25}).value;
    testing::check_meet(by_bent(mechanism, q, t, 9), truth, 9);
  }
}

TEST_CASE("bent: many steps agree with the vertical line and the lattice", "[cross][bent][slow]") {
  const auto agree = [](const std::string& mechanism, Question q, const char* t,
                        const EngineEntry& other, int digits) {
    CAPTURE(mechanism, static_cast<int>(q), t);
    const plumbline::Real at(number(t));
    const Ball line =
        other.make(Composition::parse(mechanism))->answer(q, at, Effort{digits}).value;
    const Ball bent = by_bent(mechanism, q, at, 15);
    CHECK(overlaps(line, bent));
    CHECK(line.relative_digits() >= digits);
    CHECK(bent.relative_digits() >= 15);
  };
  agree(batches("1", 10, 100), Question::delta, "0.3", fourier_entry(), 15);
  if (testing::iterations(1) == 1) return;  // nightly runs test the others
  agree(batches("1", 10, 100), Question::P_below, "0.2", fourier_entry(), 4);
  agree(batches("1.5", 50, 60) + " * " + batches("2", 20, 60), Question::one_minus_delta, "0.7",
        fourier_entry(), 15);
  agree(batches("0.5", 10, 100), Question::delta, "0.1", lattice_entry(), 4);
}

TEST_CASE("bent: a far tail has digits", "[.][night][bent]") {
  const std::string mechanism = batches("2", 10, 100);
  const Ball far = by_bent(mechanism, Question::delta, plumbline::Real(number("3")), 15);
  CHECK(far.relative_digits() >= 15);
  // One direction of the mechanism is a lower bound.
  const Ball below = fourier_entry()
                         .make(Composition::parse("subsampled_gaussian(sigma=2,p=0.01)^100"))
                         ->answer(Question::delta, plumbline::Real(number("3")), Effort{6})
                         .value;
  CHECK(certainly_at_most(below.lower(), far.upper()));
  CHECK(certainly_less(far, below * testing::ball("1000")));
}

TEST_CASE("bent: coarse sums err by no more than their bound says", "[bent][faults][BENT-LINE]") {
  const OneStep one;
  const Ball truth = one.truth();
  for (const double factor : {3.0, 4.0, 6.0}) {
    bent::Plan plan = one.plan();
    plan.step = std::floor(plan.step * factor * 1024) / 1024;
    plan.last = std::lround(static_cast<double>(plan.last) / factor);
    const Ball found = one.along(plan);
    CAPTURE(factor, truth.decimal_bounds(12), found.decimal_bounds(12));
    CHECK(overlaps(truth, found));
    CHECK(found.is_finite());
  }
}

TEST_CASE("bent: short lines leave out no more than their bound says", "[bent][faults][BENT-FAR]") {
  const OneStep one;
  const Ball truth = one.truth();
  for (const long height : {8, 16}) {
    bent::Plan plan = one.plan();
    plan.c = 2.5;
    plan.a = plan.e = 0;
    plan.up = plan.down = 1.25;
    plan.step = 1.0 / 64;  // so short that the error of the sum itself is negligible
    plan.last = 64 * height;
    const Ball found = one.along(plan);
    CAPTURE(height, truth.decimal_bounds(12), found.decimal_bounds(12));
    CHECK(overlaps(truth, found));
    CHECK(found.is_finite());
  }
}

TEST_CASE("bent: rules of few points err by no more than their bound says",
          "[bent][faults][BENT-PATH]") {
  const OneStep one;
  const Ball truth = one.truth();
  for (const size_t points : {2, 3, 4}) {
    bent::Plan plan = one.plan();
    plan.points = points;
    const Ball found = one.along(plan);
    CAPTURE(points, truth.decimal_bounds(12), found.decimal_bounds(12));
    CHECK(overlaps(truth, found));
  }
}

TEST_CASE("bent: poles within the strip", "[bent][BENT-LINE][slow]") {
  const OneStep one;
  bent::Plan plan = one.plan();
  plan.c = 2.5;
  plan.a = plan.e = 0;
  plan.step = 0.75;
  plan.last = 1000;
  plan.down = 1;
  for (const double up : {1.25, 2.25, 3.25}) {  // no pole, one, and both
    plan.up = up;
    const Ball found = one.along(plan);
    CAPTURE(up, found.decimal_bounds(12));
    CHECK(overlaps(one.truth(), found));
    CHECK(found.relative_digits() > 1);
  }
  plan.c = -0.5;
  plan.up = 1;
  plan.down = 2.5;
  CHECK(overlaps(one.truth(), one.along(plan)));
}

TEST_CASE("bent: what is no line is not answered", "[bent][BENT-LINE][slow]") {
  const OneStep one;
  const bent::Plan plan = one.plan();
  CHECK(one.along(plan).is_finite());
  const auto refused = [&](auto change) {
    bent::Plan other = plan;
    change(other);
    return !one.along(other).is_finite();
  };
  CHECK(refused([](bent::Plan& p) { p.c = 1; }));
  CHECK(refused([](bent::Plan& p) { p.a = -0.1; }));
  CHECK(refused([](bent::Plan& p) { p.step = 0; }));
  CHECK(refused([](bent::Plan& p) { p.up = -1; }));
  CHECK(refused([](bent::Plan& p) { p.e = 10; }));
  // The end of this step is not a double.
  CHECK(refused([](bent::Plan& p) { p.step = 0.1 + 1e-17 + p.step / 3; }));
  CHECK(refused([](bent::Plan& p) { p.shapes[0].v /= 2; }));
  CHECK(refused([](bent::Plan& p) { p.shapes[0].pieces.pop_back(); }));
  CHECK_FALSE(bent_entry()
                  .refusal(Composition::parse("gaussian(sigma=2)^3 * " + batches("1", 10, 2)))
                  .find("alone") == std::string::npos);
  CHECK(bent_entry().refusal(Composition::parse(batches("1", 10, 2))).empty());
}

TEST_CASE("bent: progressions err by no more than their bound says",
          "[bent][faults][BENT-POWERS]") {
  const Bits fine{200}, least{34}, work{36};
  const auto point = [&](long k) {
    const Ball x = Ball::integer(k, fine) / 8;
    return ComplexBall(x * x / 4, x + x * x * x / 32);
  };
  std::vector<ComplexBall> losses, weights;
  for (long j = 1; j <= 5; ++j) {
    losses.emplace_back(Ball::integer(j, fine) / 70, Ball::integer(6 - j, fine) / 90);
    weights.emplace_back(Ball::integer(1, fine) / j);
  }
  bent::Progression sums({point(0), point(1), point(2), point(3)}, losses, weights, least, work);
  for (long k = 0; k < 60; ++k) {
    ComplexBall truth(fine);
    Ball size(fine);
    for (size_t j = 0; j < losses.size(); ++j) {
      const ComplexBall term = exp(point(k) * losses[j]) * weights[j];
      truth = truth + term;
      size += term.magnitude().ball(fine);
    }
    // The last sum rounds too; the error of the powers is larger and visible.
    const ComplexBall found = widen(sums.sum(), sums.relative_error() * UpperBound::of(size));
    CAPTURE(k);
    CHECK(overlaps(truth.real(), found.real()));
    CHECK(overlaps(truth.imag(), found.imag()));
    sums.next();
  }
}
