#include "reference/composition/knots.hpp"

#include <boost/math/quadrature/gauss.hpp>

#include "reference/composition/closed_form.hpp"
#include "reference/composition/fourier.hpp"
#include "reference/composition/laplace_sums.hpp"
#include "tests/support.hpp"
#include "tests/witness.hpp"

using namespace plumbline;
using plumbline::testing::number;

namespace {

constexpr Question kAll[] = {Question::delta,   Question::one_minus_delta, Question::excess,
                             Question::P_above, Question::P_below,         Question::Q_above,
                             Question::Q_below};

Ball by_knots(const std::string& mechanism, Question q, const plumbline::Real& t, int digits) {
  return make_knots(Composition::parse(mechanism))->answer(q, t, Effort{digits}).value;
}

/// One step in Boost's numbers: the loss at x and delta_1.
struct Step {
  witness::Real mu, p;
  witness::Real loss(const witness::Real& x) const { return log1p(p * expm1(mu * (2 * x - 1))); }
  /// Where the loss is l, clipped to [0, 1].
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

/// delta of two steps: E_P[e^L delta_1(t - L)], integrated piece by piece.
witness::Real two_steps(const Step& a, const Step& b, const witness::Real& t) {
  using witness::Real;
  const auto f = [&](const Real& x) { return Real(exp(a.loss(x)) * b.delta(t - a.loss(x))); };
  Real sum = f(0) / 2 + f(1) * exp(-a.mu) / 2;
  const Real kinks[] = {0, a.position(t - b.loss(1)), a.position(t - b.loss(0)), 1};
  // Panels graded towards the kinks, beyond which delta_1 has a singularity nearby.
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
          "[cross][knots][KNOTS-PATH][KNOTS-UP][KNOTS-SIZE]") {
  testing::Random random(320);
  for (int i = 0; i < testing::iterations(10); ++i) {
    const std::string mechanism =
        "subsampled_laplace(b=" + testing::Random::text(random.log_uniform(0.15, 20)) +
        ",p=" + testing::Random::text(random.log_uniform(1e-5, 0.95)) + ")";
    const Composition c = Composition::parse(mechanism);
    const double low = c.smallest_loss()->approximate(), high = c.largest_loss()->approximate();
    const double shares[] = {random.uniform(0.05, 0.95), 1e-9, 1 - 1e-6, random.uniform(0, 1)};
    const plumbline::Real t(Rational::from_binary64(low + (high - low) * shares[i % 4]));
    const Question q = kAll[i % 7];
    CAPTURE(mechanism, t.approximate(), static_cast<int>(q));
    const Ball truth = make_closed_form(c)->answer(q, t, Effort{30}).value;
    testing::check_meet(by_knots(mechanism, q, t, 18), truth, 18);
  }
}

TEST_CASE("knots: two steps by direct integration", "[cross][knots][KNOTS-PATH]") {
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
          "[cross][knots][KNOTS-PATH][KNOTS-UP][KNOTS-SIZE]") {
  testing::Random random(322);
  for (int i = 0; i < testing::iterations(28); ++i) {
    const std::string mechanism =
        "laplace(b=" + testing::Random::text(random.log_uniform(0.3, 20)) + ")^" +
        std::to_string(random.integer(2, 60));
    const Composition c = Composition::parse(mechanism);
    const auto where = c.approximate_location(random.integer(0, 1));
    const plumbline::Real t(
        number(testing::Random::text(where.mean + where.deviation * random.uniform(-5, 5))));
    const Question q = kAll[i % 7];
    CAPTURE(mechanism, t.approximate(), static_cast<int>(q));
    const Ball sum = make_laplace_sums(c)->answer(q, t, Effort{25}).value;
    const Ball knots = by_knots(mechanism, q, t, 20);
    CHECK(overlaps(sum, knots));
    CHECK((knots.relative_digits() >= 20 || sum.is_exact()));
  }
}

TEST_CASE("knots: thresholds at a knot", "[cross][knots][KNOTS-PATH]") {
  // b = 3/2: knots at multiples of 4/3 - 2 that are no binary fractions, yet decided exactly.
  const std::string mechanism = "laplace(b=3/2)^3";
  const Composition c = Composition::parse(mechanism);
  for (const char* t : {"-2", "-2/3", "2/3"}) {
    for (const Question q : kAll) {
      CAPTURE(t, static_cast<int>(q));
      const Ball truth =
          make_laplace_sums(c)->answer(q, plumbline::Real(number(t)), Effort{25}).value;
      const Ball knots = by_knots(mechanism, q, plumbline::Real(number(t)), 15);
      CHECK(overlaps(truth, knots));
      CHECK((knots.relative_digits() >= 15 || truth.magnitude().log_approximate() < -60));
    }
  }
  // Not decided: both sides, and no more than the atom between them. P(S = a) for two steps = 1/4.
  const Composition two = Composition::parse("subsampled_laplace(b=1,p=0.1)^2");
  const plumbline::Real at(
      [&](Bits p) { return (*two.largest_loss())(p) + (*two.smallest_loss())(p); });
  const plumbline::Real middle([at](Bits p) { return at(p) / 2; });
  const Ball tail = make_knots(two)->answer(Question::P_above, middle, Effort{15}).value;
  const Ball mixed = exp(-testing::ball("1")) / 2;  // P-mass of one step at each end
  CHECK(certainly_less((tail.upper() - tail.lower()), mixed * testing::ball("1.0001")));
  CHECK(certainly_less(mixed * testing::ball("0.9999"), (tail.upper() - tail.lower())));
  CHECK(make_knots(two)->answer(Question::delta, middle, Effort{15}).value.relative_digits() >= 15);
}

TEST_CASE("knots: many steps agree with the line integral",
          "[cross][knots][KNOTS-PATH][KNOTS-SIZE]") {
  testing::Random random(323);
  for (int i = 0; i < testing::iterations(5); ++i) {
    const std::string mechanism =
        "subsampled_laplace(b=" + testing::Random::text(random.log_uniform(0.6, 3)) +
        ",p=" + testing::Random::text(random.log_uniform(1e-4, 0.5)) + ")^" +
        std::to_string(random.integer(200, 400));
    const Composition c = Composition::parse(mechanism);
    const auto where = c.approximate_location(random.integer(0, 1));
    const plumbline::Real t(
        number(testing::Random::text(where.mean + where.deviation * random.uniform(-5, 5))));
    const Question q = kAll[i % 3];
    CAPTURE(mechanism, t.approximate(), static_cast<int>(q));
    const Ball line = make_fourier(c)->answer(q, t, Effort{15}).value;
    testing::check_meet(by_knots(mechanism, q, t, 15), line, 15);
  }
  // Large losses that are rare, where a close bound of |u + E| is needed.
  const std::string rare = "subsampled_laplace(b=0.13,p=0.0001)^2000";
  const plumbline::Real t(number("0.5"));
  testing::check_meet(
      by_knots(rare, Question::delta, t, 10),
      make_fourier(Composition::parse(rare))->answer(Question::delta, t, Effort{10}).value, 10);
}

TEST_CASE("knots: far tails, both directions and what auto takes", "[knots][KNOTS-PATH]") {
  PrivacyProfile forward(Composition::parse("subsampled_laplace(b=5,p=0.01)^100"),
                         Direction::forward);
  PrivacyProfile reverse(Composition::parse("subsampled_laplace(b=5,p=0.01)^100"),
                         Direction::reverse);
  CHECK(forward.engine_name() == "knots");
  const Certified far = delta(forward, number("0.2"), Effort{15});
  CHECK(far.value.log_approximate() < -60);
  CHECK(far.value.relative_digits() >= 15);
  // delta(-eps) = 1 - e^{-eps} + e^{-eps} delta_rev(eps).
  const Ball e = exp(-testing::ball("0.07"));
  const Ball one = testing::ball("1");
  const Certified low = delta(forward, number("-0.07"), Effort{20});
  const Certified back = delta(reverse, number("0.07"), Effort{12});
  CHECK(back.value.relative_digits() >= 12);
  CHECK(overlaps(low.value, one - e + e * back.value));
  CHECK(plan(Composition::parse("subsampled_laplace(b=5,p=0.01)^100000"), "auto")->name() ==
        "fourier");
  CHECK(plan(Composition::parse("laplace(b=5)^3 * laplace(b=4)^2"), "auto")->name() == "knots");
}

TEST_CASE("knots: what it does not cover is refused", "[knots]") {
  const auto refusal = [](const char* text) { return knots_refusal(Composition::parse(text)); };
  CHECK(refusal("laplace(b=1)^2 * subsampled_laplace(b=2,p=0.5)^30").empty());
  CHECK_FALSE(refusal("laplace(b=1)^2 * gaussian(sigma=2)").empty());
  CHECK_FALSE(refusal("subsampled_laplace(b=1,p=0.5)^30000").empty());
}
