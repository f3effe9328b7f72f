#include "reference/engines/knots/knots.hpp"

#include <boost/math/quadrature/gauss.hpp>

#include "reference/engines/closed_form.hpp"
#include "reference/engines/engine.hpp"
#include "reference/engines/fourier/fourier.hpp"
#include "reference/engines/knots/knots_path.hpp"
#include "reference/engines/laplace_sums/laplace_sums.hpp"
#include "reference/engines/planner.hpp"
#include "reference/mechanisms/endpoint_expansion.hpp"
#include "reference/quantities/privacy_profile.hpp"
#include "reference/quantities/quantities.hpp"
#include "reference/values/certified.hpp"
#include "tests/every.hpp"
#include "tests/share.hpp"
#include "tests/support.hpp"
#include "tests/witness.hpp"

using namespace plumbline;
using plumbline::testing::kQuestions;
using plumbline::testing::number;

namespace {

Ball by_knots(const std::string& mechanism, Question q, const plumbline::Real& t, int digits) {
  return knots_entry().make(Composition::parse(mechanism))->answer(q, t, Effort{digits}).value;
}

/// Returns the answer along a given path.
Ball on_path(const Composition& c, Question q, const plumbline::Real& t, const knots::Plan& plan) {
  std::vector<knots::Steps> steps;
  for (const Factor& f : c.factors()) {
    steps.push_back({std::shared_ptr<EndpointExpansion>(f.mechanism->offer<EndpointExpansion>()),
                     f.mechanism, static_cast<long>(f.count.approximate())});
  }
  const Poll poll = [] {};
  return knots::Evaluation(steps, plan, q, t, poll).answer().value;
}

/// One step in Boost's numbers: the loss at x, and delta_1.
struct Step {
  witness::Real mu, p;
  witness::Real loss(const witness::Real& x) const { return log1p(p * expm1(mu * (2 * x - 1))); }
  /// Returns the position at which the loss is l, clipped to [0, 1].
  witness::Real position(const witness::Real& l) const {
    const witness::Real r = 1 + expm1(l) / p;
    if (r <= exp(-mu)) return 0;
    return r >= exp(mu) ? witness::Real(1) : witness::Real((1 + log(r) / mu) / 2);
  }
  witness::Real delta(const witness::Real& t) const {
    if (t >= loss(1)) return 0;
    if (t < loss(0)) return -expm1(t);
    const witness::Real x = position(t);
    const witness::Real P = exp(-mu * x) / 2, Q = (1 - p) * P + p * (1 - exp(-mu * (1 - x)) / 2);
    return Q - exp(t) * P;
  }
};

/// Returns delta of two steps: E_P[e^L delta_1(t - L)], integrated piecewise.
witness::Real two_steps(const Step& a, const Step& b, const witness::Real& t) {
  using witness::Real;
  const auto f = [&](const Real& x) { return Real(exp(a.loss(x)) * b.delta(t - a.loss(x))); };
  Real sum = f(0) / 2 + f(1) * exp(-a.mu) / 2;
  const Real kinks[] = {0, a.position(t - b.loss(1)), a.position(t - b.loss(0)), 1};
  // Panels graded towards the kinks, because delta_1 has a singularity slightly beyond each kink.
  constexpr int kLevels = 10;
  for (int k = 0; k < 3; ++k) {
    const Real width = kinks[k + 1] - kinks[k];
    if (!(width > 0)) continue;
    const auto panel = [&](const Real& from, const Real& to) {
      sum += boost::math::quadrature::gauss<Real, 20>::integrate(
          [&](const Real& x) { return Real(a.mu / 2 * exp(-a.mu * x) * f(x)); },
          Real(kinks[k] + width * from), Real(kinks[k] + width * to));
    };
    Real left = 0;
    for (int level = kLevels; level >= 1; --level) {
      const Real right = ldexp(Real(1), -level);
      panel(left, right);
      panel(1 - right, 1 - left);
      left = right;
    }
  }
  return sum;
}

}  // namespace

TEST_CASE("knots: one step is the closed form, around the atoms too",
          "[cross][knots][KNOTS-PATH][KNOTS-UP][KNOTS-SIZE][slow]") {
  testing::Random random(320);
  for (int i = 0; i < testing::iterations(10); ++i) {
    const std::string mechanism =
        "subsampled_laplace(b=" + testing::Random::text(random.log_uniform(0.15, 20)) +
        ",p=" + testing::Random::text(random.log_uniform(1e-5, 0.95)) + ")";
    const Composition c = Composition::parse(mechanism);
    const double low = c.smallest_loss()->approximate(), high = c.largest_loss()->approximate();
    const double shares[] = {random.uniform(0.05, 0.95), 1e-9, 1 - 1e-6, random.uniform(0, 1)};
    const plumbline::Real t(Rational::from_binary64(low + (high - low) * shares[i % 4]));
    const Question q = kQuestions[i % 7];
    CAPTURE(mechanism, t.approximate(), static_cast<int>(q));
    const Ball truth = closed_form_entry().make(c)->answer(q, t, Effort{30}).value;
    testing::check_meet(by_knots(mechanism, q, t, 18), truth, 18);
  }
}

TEST_CASE("knots: two steps by direct integration", "[cross][knots][KNOTS-PATH][slow]") {
  testing::Random random(321);
  for (int i = 0; i < testing::iterations(6); ++i) {
    const std::string b = testing::Random::text(random.log_uniform(0.5, 20));
    const std::string p = testing::Random::text(random.log_uniform(1e-3, 0.9));
    const std::string other = testing::Random::text(random.log_uniform(0.5, 20));
    const bool same = i % 2 == 0;
    const std::string step = "subsampled_laplace(b=" + b + ",p=" + p + ")";
    const std::string mechanism = same ? step + "^2" : step + " * laplace(b=" + other + ")";
    const Composition c = Composition::parse(mechanism);
    const double low = c.smallest_loss()->approximate(), high = c.largest_loss()->approximate();
    const std::string t = testing::Random::text(low + (high - low) * random.uniform(0.1, 0.97));
    CAPTURE(mechanism, t);
    using witness::Real;
    const Step first{1 / Real(b), Real(p)};
    const Step second = same ? first : Step{1 / Real(other), 1};
    const Real truth = two_steps(first, second, Real(t));
    testing::check_meet(by_knots(mechanism, Question::delta, plumbline::Real(number(t)), 20),
                        witness::as_ball(truth, 1e-22), 20);
  }
}

TEST_CASE("knots: laplace^N agrees with the exact sum",
          "[cross][knots][KNOTS-PATH][KNOTS-UP][KNOTS-SIZE][slow]") {
  testing::Random random(322);
  for (int i = 0; i < testing::iterations(28); ++i) {
    const std::string mechanism =
        "laplace(b=" + testing::Random::text(random.log_uniform(0.3, 20)) + ")^" +
        std::to_string(random.integer(2, 60));
    const Composition c = Composition::parse(mechanism);
    const auto where = c.approximate_location(random.integer(0, 1));
    const plumbline::Real t(
        number(testing::Random::text(where.mean + where.deviation * random.uniform(-5, 5))));
    const Question q = kQuestions[i % 7];
    CAPTURE(mechanism, t.approximate(), static_cast<int>(q));
    const Ball sum = laplace_sums_entry().make(c)->answer(q, t, Effort{25}).value;
    const Ball knots = by_knots(mechanism, q, t, 20);
    CHECK(overlaps(sum, knots));
    CHECK((knots.relative_digits() >= 20 || sum.is_exact()));
  }
}

TEST_CASE("knots: thresholds at a knot", "[cross][knots][KNOTS-PATH][slow]") {
  // b = 3/2: kinks at multiples of 4/3 - 2, which are not binary fractions, but exactly decided.
  const std::string mechanism = "laplace(b=3/2)^3";
  const Composition c = Composition::parse(mechanism);
  for (const char* t : {"-2", "-2/3", "2/3"}) {
    for (const Question q : kQuestions) {
      CAPTURE(t, static_cast<int>(q));
      const Ball truth =
          laplace_sums_entry().make(c)->answer(q, plumbline::Real(number(t)), Effort{25}).value;
      const Ball knots = by_knots(mechanism, q, plumbline::Real(number(t)), 15);
      CHECK(overlaps(truth, knots));
      CHECK((knots.relative_digits() >= 15 || truth.magnitude().log_approximate() < -60));
    }
  }
  // An undecided threshold: the enclosure contains both sides and is no wider than the atom between them. P(S = a)
  // for two steps is 1/4.
  const Composition two = Composition::parse("subsampled_laplace(b=1,p=0.1)^2");
  const plumbline::Real at(
      [&](Bits p) { return (*two.largest_loss())(p) + (*two.smallest_loss())(p); });
  const plumbline::Real middle([at](Bits p) { return at(p) / 2; });
  const Ball tail = knots_entry().make(two)->answer(Question::P_above, middle, Effort{15}).value;
  const Ball mixed = exp(-testing::ball("1")) / 2;  // P-mass of one step at each end
  CHECK(certainly_less((tail.upper() - tail.lower()), mixed * testing::ball("1.0001")));
  CHECK(certainly_less(mixed * testing::ball("0.9999"), (tail.upper() - tail.lower())));
  CHECK(knots_entry()
            .make(two)
            ->answer(Question::delta, middle, Effort{15})
            .value.relative_digits() >= 15);
}

TEST_CASE("knots: many steps agree with the line integral",
          "[cross][knots][KNOTS-PATH][KNOTS-SIZE][sweep]") {
  testing::Random random(323);
  for (int i = 0; i < testing::of_sweep(3, 5); ++i) {
    const std::string mechanism =
        "subsampled_laplace(b=" + testing::Random::text(random.log_uniform(0.6, 3)) +
        ",p=" + testing::Random::text(random.log_uniform(1e-4, 0.5)) + ")^" +
        std::to_string(random.integer(200, 400));
    const Composition c = Composition::parse(mechanism);
    const auto where = c.approximate_location(random.integer(0, 1));
    const plumbline::Real t(
        number(testing::Random::text(where.mean + where.deviation * random.uniform(-5, 5))));
    const Question q = kQuestions[i % 3];
    CAPTURE(mechanism, t.approximate(), static_cast<int>(q));
    const Ball line = fourier_entry().make(c)->answer(q, t, Effort{15}).value;
    testing::check_meet(by_knots(mechanism, q, t, 15), line, 15);
  }
  // Rare large losses, which require a tight bound of |u + E|.
  const std::string rare = "subsampled_laplace(b=0.13,p=0.0001)^2000";
  const plumbline::Real t(number("0.5"));
  testing::check_meet(
      by_knots(rare, Question::delta, t, 10),
      fourier_entry().make(Composition::parse(rare))->answer(Question::delta, t, Effort{10}).value,
      10);
}

TEST_CASE("knots: far tails, both directions and what auto takes", "[knots][KNOTS-PATH][slow]") {
  PrivacyProfile forward(Composition::parse("subsampled_laplace(b=5,p=0.01)^100"),
                         Direction::forward);
  PrivacyProfile reverse(Composition::parse("subsampled_laplace(b=5,p=0.01)^100"),
                         Direction::reverse);
  CHECK(forward.engine_name() == "knots");
  const Certified far = delta(forward, number("0.2"), Effort{15});
  CHECK(far.value().log_approximate() < -60);
  CHECK(far.value().relative_digits() >= 15);
  // The identity delta(-eps) = 1 - e^{-eps} + e^{-eps} delta_rev(eps).
  const Ball e = exp(-testing::ball("0.07"));
  const Ball one = testing::ball("1");
  const Certified low = delta(forward, number("-0.07"), Effort{20});
  const Certified back = delta(reverse, number("0.07"), Effort{12});
  CHECK(back.value().relative_digits() >= 12);
  CHECK(overlaps(low.value(), one - e + e * back.value()));
  CHECK(plan(Composition::parse("subsampled_laplace(b=5,p=0.01)^100000"), "auto")->name() ==
        "fourier");
  CHECK(plan(Composition::parse("laplace(b=5)^3 * subsampled_laplace(b=4,p=0.5)^2"), "auto")
            ->name() == "knots");
}

TEST_CASE("knots: what it does not cover is refused", "[knots]") {
  const auto refusal = [](const char* text) {
    return knots_entry().refusal(Composition::parse(text));
  };
  CHECK(refusal("laplace(b=1)^2 * subsampled_laplace(b=2,p=0.5)^30").empty());
  CHECK_FALSE(refusal("laplace(b=1)^2 * gaussian(sigma=2)").empty());
  CHECK_FALSE(refusal("subsampled_laplace(b=1,p=0.5)^30000").empty());
}

TEST_CASE("knots: rays that are cut short lose no more than their bound says",
          "[knots][faults][KNOTS-PATH][KNOTS-SIZE]") {
  // Slightly above the smallest loss the integrand on the ray hardly oscillates: the whole remainder contributes.
  struct Case {
    const char *mechanism, *t;
  };
  for (const Case& at :
       {Case{"laplace(b=10)", "-0.099"}, Case{"subsampled_laplace(b=10,p=0.5)", "-0.0465"}}) {
    const Composition c = Composition::parse(at.mechanism);
    const plumbline::Real t(number(at.t));
    for (const Question q : {Question::P_above, Question::Q_above, Question::delta}) {
      knots::Plan plan;
      plan.c = 1.5;
      plan.left = 1.25;
      plan.right = 1.75;
      plan.height = 4;
      plan.panel = 0.125;
      plan.first = 0.01;
      plan.points = 40;
      plan.bits = Bits{300};
      plan.log_tolerance = 50;  // everything on the rays is negligible
      plan.depth = 60;
      const Ball truth = closed_form_entry().make(c)->answer(q, t, Effort{30}).value;
      const Ball found = on_path(c, q, t, plan);
      CAPTURE(at.mechanism, static_cast<int>(q), truth.decimal_bounds(12),
              found.decimal_bounds(12));
      CHECK(overlaps(truth, found));
      CHECK(found.radius().log_approximate() < -2);
      // A long panel with truncated kinks.
      plan.first = 2;
      const Ball dropped = on_path(c, q, t, plan);
      CAPTURE(dropped.decimal_bounds(12));
      CHECK(overlaps(truth, dropped));
      CHECK(dropped.is_finite());
    }
  }
}

TEST_CASE("knots: coarse panels err by no more than their bound says",
          "[knots][faults][KNOTS-UP]") {
  for (const char* mechanism :
       {"laplace(b=1)", "subsampled_laplace(b=1,p=0.5)", "laplace(b=2)^3"}) {
    const Composition c = Composition::parse(mechanism);
    const plumbline::Real t(number("0.02"));
    for (const Question q : {Question::P_above, Question::delta}) {
      for (const size_t points : {2, 3, 4}) {
        knots::Plan plan;
        plan.c = 9;  // large panels on the vertical line; the rays start high above
        plan.left = 3;
        plan.right = 15;
        plan.height = 64;
        plan.panel = 4;
        plan.first = 0.05;
        plan.points = points;
        plan.bits = Bits{300};
        plan.log_tolerance = -60;
        plan.depth = 60;
        const auto engine = c.single() ? closed_form_entry().make(c) : laplace_sums_entry().make(c);
        const Ball truth = engine->answer(q, t, Effort{30}).value;
        const Ball found = on_path(c, q, t, plan);
        CAPTURE(mechanism, static_cast<int>(q), points, truth.decimal_bounds(12),
                found.decimal_bounds(12));
        CHECK(overlaps(truth, found));
        CHECK(found.is_finite());
      }
    }
  }
}

TEST_CASE("knots: what is no path is not answered", "[knots][KNOTS-PATH]") {
  const Composition c = Composition::parse("laplace(b=1)");
  const plumbline::Real t(number("0.02"));
  knots::Plan plan;
  plan.c = 5;
  plan.left = 3.5;
  plan.right = 6.5;
  CHECK(on_path(c, Question::P_above, t, plan).is_finite());
  const auto refused = [&](auto change) {
    knots::Plan other = plan;
    change(other);
    return !on_path(c, Question::P_above, t, other).is_finite();
  };
  CHECK(refused([](knots::Plan& p) { p.c = 0; }));  // the pole of the P tail
  CHECK(refused([](knots::Plan& p) { p.height = 0; }));
  CHECK(refused([](knots::Plan& p) { p.panel = -1; }));
  CHECK(refused([](knots::Plan& p) { p.first = 0; }));
  CHECK(refused([](knots::Plan& p) { p.points = 0; }));
  CHECK(refused([](knots::Plan& p) { p.left = 4.9; }));  // the ellipses extend beyond it
}
