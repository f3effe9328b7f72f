/// The rays of the engine 'edge' compared with other engines, and so coarse that the bounded errors are visible.
#include "reference/engines/edge/edge.hpp"

#include <cmath>

#include "reference/engines/edge/edge_rays.hpp"
#include "reference/engines/engine.hpp"
#include "reference/engines/registry.hpp"
#include "reference/engines/trivial_bounds.hpp"
#include "tests/mechanisms/pair_checks.hpp"

using namespace plumbline;
using namespace plumbline::testing;
using edge::Plan;
using EReal = plumbline::Real;

namespace {

const Bits kBits{160};

Ball asked(const std::string& mechanism, Question question, const char* t,
           const std::string& engine, int digits = 15) {
  const auto made = engine_named(engine)->make(Composition::parse(mechanism));
  return made->answer(question, EReal(number(t)), Effort{digits}).value;
}

/// Returns E[(1 - e^(X-d))_+] along a given path.
Enclosure on_path(const std::string& mechanism, const char* t, const Plan& plan) {
  const Composition c = Composition::parse(mechanism);
  const auto terms = edge::terms_below(c, EReal(number(t)), kBits);
  REQUIRE(terms.has_value());
  const Poll none = [] {};
  return edge::Rays(*terms, plan, none).answer();
}

Ball mean_below(const std::string& mechanism, const char* t, const std::string& engine) {
  return asked(mechanism, Question::excess, t, engine, 18) / exp(ball(t));
}

void holds(const Enclosure& found, const Ball& truth, double least_error) {
  CAPTURE(found.value.decimal_bounds(20), truth.decimal_bounds(20));
  CHECK(found.value.is_finite());
  CHECK(overlaps(found.value, truth));
  // The error is visible, and the stated error is not much larger.
  CHECK(abs(found.value.midpoint() - truth).approximate() > least_error);
  CHECK(found.value.radius().log_approximate() < std::log(truth.approximate()) + 2);
}

/// Returns the integral of |g| from 0 to r along a ray, by the midpoint rule in the logarithm.
double integral_near(const EdgeDensity& law, double r, double angle) {
  constexpr double kStep = 0.01;
  double sum = 0;
  for (double v = std::log(r) - kStep / 2; v > std::log(r) - 60; v -= kStep) {
    const ComplexBall x =
        exp(ComplexBall(Ball::from_binary64(v, kBits), Ball::from_binary64(angle, kBits)));
    sum += (law.density(x, kBits) * x).magnitude().ball(kBits).approximate() * kStep;
  }
  return sum;
}

const char* const kThree = "subsampled_gaussian(sigma=0.5,p=0.3)^3";
const char* const kEnds =
    "subsampled_laplace(b=2,p=0.5)*laplace(b=4)*subsampled_gaussian(sigma=0.8,p=0.5)^4";

}  // namespace

TEST_CASE("edge: what other engines have, close to the smallest loss",
          "[engines][edge][EDGE-TERMS][EDGE-RAYS][slow]") {
  const std::string finite =
      "randomized_response(epsilon=0.1)^3*subsampled_gaussian(sigma=0.6,p=0.4)^2";
  struct Case {
    std::string mechanism;
    const char* t;
    std::string engine;
  };
  int answered = 0;
  for (const Case& at : {Case{kThree, "-0.9", "fourier"}, Case{kThree, "-1.02", "fourier"},
                         Case{kEnds, "-2.6", "fourier"}, Case{finite, "-1.2", "conditioned"},
                         Case{finite, "-0.9", "conditioned"},
                         Case{"subsampled_gaussian(sigma=0.3,p=0.1)^2", "-0.19", "direct"}}) {
    for (const Question q : {Question::delta, Question::one_minus_delta, Question::excess}) {
      if (q != Question::excess && at.mechanism != kThree) continue;
      CAPTURE(at.mechanism, at.t, static_cast<int>(q));
      const auto composition = Composition::parse(at.mechanism);
      REQUIRE(edge_entry().refusal(composition).empty());
      const Ball other = asked(at.mechanism, q, at.t, at.engine);
      const Ball found = asked(at.mechanism, q, at.t, "edge");
      CHECK(overlaps(found, other));
      if (found.relative_digits() < 1) continue;  // a short line, which the engine refuses
      check_meet(found, other, 14);
      ++answered;
    }
  }
  CHECK(answered >= 6);
}

/// Returns E[(1 - e^(S-t))_+] of a Laplace step with b = 1.
double laplace_below(double t) {
  const double d = t + 1;
  if (d <= 0) return 0;
  const double x = std::min(d, 2.0);
  const double between = (1 - std::exp(-x / 2)) / 2 - std::exp(-d) * (std::exp(x / 2) - 1) / 2;
  return (1 - std::exp(-d)) / 2 + between +
         std::max(0.0, std::exp(-1.0) * (1 - std::exp(1 - t)) / 2);
}

TEST_CASE("edge: a Laplace step beside a sampled Gaussian one, as an integral over the noise",
          "[engines][edge][EDGE-TERMS][EDGE-RAYS][slow]") {
  for (const char* t : {"-1.2", "-0.6", "0.5", "1.4"}) {
    const double at = std::stod(t), step = 1e-5, mu = 1 / 0.3;
    double sum = 0;
    for (double u = -9 + step / 2; u < 9; u += step) {
      const double loss = std::log1p(0.2 * std::expm1(mu * u - mu * mu / 2));
      sum += step * std::exp(-u * u / 2) / std::sqrt(2 * M_PI) * laplace_below(at - loss);
    }
    const Ball found =
        asked("laplace(b=1)*subsampled_gaussian(sigma=0.3,p=0.2)", Question::excess, t, "edge");
    CAPTURE(t, found.decimal_bounds(20));
    CHECK(found.relative_digits() >= 15);
    CHECK(found.approximate() == Approx(std::exp(at) * sum).epsilon(1e-8));
  }
}

TEST_CASE("edge: many scales, whose lines are out of reach", "[engines][edge][EDGE-TERMS][slow]") {
  // Subsampling whose outcome the output nearly reveals: almost finitely many losses.
  const std::string shown = "subsampled_gaussian(sigma=0.08,p=0.3)^2";
  for (const char* t : {"-0.6", "-0.7133"}) {
    const Ball found = asked(shown, Question::excess, t, "edge");
    check_meet(found, asked(shown, Question::excess, t, "direct"), 14);
  }
  const Ball sharp = asked("laplace(b=1)^3*subsampled_gaussian(sigma=0.08,p=0.3)^10",
                           Question::excess, "-6.56", "edge", 25);
  CHECK(sharp.relative_digits() >= 25);
  CHECK(overlaps(sharp, asked("laplace(b=1)^3*subsampled_gaussian(sigma=0.08,p=0.3)^10",
                              Question::excess, "-6.56", "edge")));
}

/// Paths of one kind and their exact value; 0 outer points means: not tested.
struct Coarse {
  const char *mechanism, *t;
  size_t inner, outer, head;
  double end;
};

void check_coarse(const Coarse& at) {
  CAPTURE(at.mechanism);
  const Ball truth = mean_below(at.mechanism, at.t, "fourier");
  const Plan fine{-24, -44, 46, -50, 60, Bits{160}};
  const Enclosure sharp = on_path(at.mechanism, at.t, fine);
  CHECK(overlaps(sharp.value, truth));
  CHECK(sharp.value.relative_digits() > 14);
  const auto with = [&](const char* what, auto change) {
    INFO(what);
    Plan plan = fine;
    change(plan);
    holds(on_path(at.mechanism, at.t, plan), truth, 1e-15);
  };
  with("few points on the inner ray", [&](Plan& p) { p.inner_points = at.inner; });
  if (at.outer > 0) {
    with("few points on the outer ray", [&](Plan& p) { p.outer_points = at.outer; });
  }
  with("few terms of the series", [&](Plan& p) { p.head_terms = at.head; });
  with("a short path", [&](Plan& p) { p.end = at.end; });
}

TEST_CASE("edge: coarse rays, each error of which is seen",
          "[engines][edge][EDGE-TERMS][EDGE-RAYS][EDGE-NODES][EDGE-HEAD][EDGE-WALK]") {
  check_coarse({kThree, "-0.9", 12, 5, 6, 100});
}

TEST_CASE("edge: coarse rays of steps with ends",
          "[engines][edge][EDGE-RAYS][EDGE-NODES][EDGE-HEAD][EDGE-WALK][slow]") {
  check_coarse({kEnds, "-2.6", 24, 0, 6, 50});
}

TEST_CASE("edge: rays that end soon", "[engines][edge][EDGE-RAYS]") {
  const Ball truth = mean_below(kThree, "-0.9", "fourier");
  for (const double c : {-12.0, -20.0}) {
    const Plan plan{c, -44, 43, -50, 50, Bits{128}};
    holds(on_path(kThree, "-0.9", {plan.c, plan.first + 0.75, plan.panels, -50, 50, Bits{128}}),
          truth, 1e-15);
  }
}

TEST_CASE("edge: what lies below the first panel", "[engines][edge][EDGE-GAUSSIAN][EDGE-LAPLACE]") {
  for (const char* mechanism :
       {"subsampled_gaussian(sigma=0.5,p=0.5)", "subsampled_gaussian(sigma=2,p=0.7)",
        "laplace(b=1)", "subsampled_laplace(b=0.5,p=0.2)"}) {
    const auto factors = Composition::parse(mechanism).factors();
    const auto law = factors.front().mechanism->offer<EdgeDensity>();
    REQUIRE(law.has_value());
    for (const double r : {0.0625, 0.01}) {
      CAPTURE(mechanism, r);
      const Ball bound = law->near(Ball::from_binary64(r, kBits));
      if (!bound.is_finite()) continue;
      const double turned = integral_near(*law, r, M_PI / 3), straight = integral_near(*law, r, 0);
      CHECK(std::max(turned, straight) < 1.001 * bound.approximate());
      CHECK(std::max(turned, straight) > 0.2 * bound.approximate());
    }
  }
  // Masses of an atom, a density and another atom.
  for (const char* mechanism : {"laplace(b=1)", "subsampled_laplace(b=0.5,p=0.2)"}) {
    const auto factors = Composition::parse(mechanism).factors();
    const auto law = factors.front().mechanism->offer<EdgeDensity>();
    const double range = law->end->range.approximate();
    double sum = law->atom.approximate() + law->end->atom.approximate();
    for (int i = 0; i < 2000; ++i) {
      const Ball x = Ball::from_binary64(range * (i + 0.5) / 2000, kBits);
      sum += law->density(ComplexBall(x), kBits).real().approximate() * range / 2000;
    }
    CHECK(sum == Approx(1).epsilon(1e-5));
  }
}

TEST_CASE("edge: what it leaves to others", "[engines][edge]") {
  CHECK_FALSE(edge_entry().refusal(Composition::parse("laplace(b=1)^3")).empty());
  CHECK_FALSE(edge_entry().refusal(Composition::parse("gaussian(sigma=1)")).empty());
  // Thresholds far from the smallest loss, and tails.
  CHECK(asked(kThree, Question::delta, "12", "edge").relative_digits() < 1);
  CHECK(asked(kThree, Question::P_above, "-0.9", "edge").relative_digits() < 1);
}
