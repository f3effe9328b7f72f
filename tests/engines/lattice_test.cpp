#include "reference/engines/lattice/lattice.hpp"

#include "reference/engines/closed_form.hpp"
#include "reference/engines/engine.hpp"
#include "reference/engines/fourier/fourier.hpp"
#include "reference/engines/laplace_sums/laplace_sums.hpp"
#include "reference/engines/lattice/lattice_profile.hpp"
#include "reference/engines/lattice/lattice_step.hpp"
#include "reference/engines/planner.hpp"
#include "tests/every.hpp"
#include "tests/share.hpp"
#include "tests/stops.hpp"

using namespace plumbline;
using plumbline::testing::kQuestions;
using plumbline::testing::number;

namespace {

bool is_profile(Question q) {
  return q == Question::delta || q == Question::one_minus_delta || q == Question::excess;
}

/// Checks overlap; the profile must be tight to `digits`, tails, which are its slopes, to half of them.
void check(Engine& engine, const Ball& truth, Question q, const Real& t, int digits) {
  const Ball mine =
      engine.answer(q, t, Effort{is_profile(q) ? digits : std::max(1, digits / 2)}).value;
  CAPTURE(mine.decimal_bounds(20), truth.decimal_bounds(20), mine.relative_digits(),
          static_cast<int>(q), t.approximate(), engine.explain());
  CHECK(overlaps(mine, truth));
  CHECK(mine.relative_digits() >= (is_profile(q) ? digits - 0.01 : 0.4 * digits - 0.2));
}

/// Returns E[(e^S - e^t)_+] of a measure on a lattice, summed term by term.
Ball sum_above(const lattice::LatticeMeasure& measure, const lattice::Frame& frame,
               double log_scale, const Ball& t) {
  const Bits p = frame.p;
  const Ball theta = Ball::from_binary64(frame.theta, p), zero(p);
  Ball total(p);
  for (size_t j = 0; j < measure.masses.size(); ++j) {
    const Ball l(measure.origin + measure.step * Rational(static_cast<long>(j)), p);
    total += measure.masses.get(j).scaled(frame.scale, p) * exp(-(theta * l)) *
             max(zero, exp(l) - exp(t));
  }
  return total * exp(Ball::from_binary64(log_scale, p));
}

struct OneStep {
  lattice::Frame frame;
  lattice::StepMeasures measures;
};

OneStep one_step(const DominatingPair& m, double theta, size_t cells) {
  const Poll poll = [] {};
  const lattice::TailSurvey survey(m, 100, poll);
  lattice::Frame frame;
  frame.theta = theta;
  frame.scale = 110;
  frame.p = Bits{200};
  const double log_drop = -50;
  const lattice::Extent e = lattice::extent(survey, theta, log_drop, cells);
  const Rational step = Rational::from_binary64(e.finest);
  const lattice::StepGrid grid =
      lattice::choose_grid(survey, theta, log_drop, Rational(0), step, cells);
  return {frame, lattice::discretise(m, survey, grid, frame, Bits{220}, poll)};
}

}  // namespace

TEST_CASE("lattice: one step lies strictly between its two laws, also after coarsening",
          "[lattice][LATTICE-STEP][LATTICE-COARSE][LATTICE-ORDER][LATTICE-REPAIR][sweep]") {
  testing::Random random(81);
  for (int i = 0; i < testing::of_sweep(4, 8); ++i) {
    const char* kinds[] = {"gaussian(sigma=", "laplace(b=", "subsampled_gaussian(p=0.05,sigma="};
    const std::string text = kinds[i % 3] + testing::Random::text(random.log_uniform(0.5, 3)) + ")";
    const Composition c = Composition::parse(text);
    const DominatingPair& m = *c.factors().front().mechanism;
    // Any tilt is valid; the error bound of E[(e^S - e^t)_+] requires theta >= 1.
    OneStep s = one_step(m, random.uniform(1, 3), 500);
    for (int coarse = 0; coarse < 3; ++coarse) {
      double gap = 0;
      for (int k = 0; k < 5; ++k) {
        const auto where = c.approximate_location(1);
        const Rational at =
            number(testing::Random::text(where.mean + where.deviation * random.uniform(-1.5, 1.5)));
        const Bits p{200};
        const Ball t(at, p);
        const LossTails tails = m.tails(at, p);
        const Ball truth = tails.Q_above - exp(t) * tails.P_above;
        const Ball up = sum_above(s.measures.upper, s.frame, s.measures.log_scale, t);
        const Ball low = sum_above(s.measures.lower, s.frame, s.measures.log_scale, t);
        const Ball slack = exp(Ball::from_binary64(-40, p));  // dropped and rounded masses
        CAPTURE(text, at.text(), coarse, low.approximate(), truth.approximate(), up.approximate());
        CHECK(certainly_less(low, truth + slack));
        CHECK(certainly_less(truth, up + slack));
        // Excludes thresholds with S < t or S >= t almost surely, at which all three are equal.
        if (std::min(truth.approximate(), tails.P_below.approximate()) > 1e-3) {
          // Without the reduction by LATTICE-STEP, the lower measure would equal the upper one and be too large.
          CHECK(certainly_less(low, up));
          gap = std::max(gap, ((up - low) / truth).approximate());
        }
      }
      CHECK(gap < 0.05 * (1 << (2 * coarse)));
      CHECK(certainly_less(s.measures.lower.error, Ball(Rational(1, 1000000000000), Bits{64})));
      lattice::Frame frame = s.frame;
      s.measures.upper = coarsened(s.measures.upper, frame);
      frame.order = lattice::ConvexOrder::lower;
      s.measures.lower = coarsened(s.measures.lower, frame);
    }
  }
}

TEST_CASE("lattice: repair keeps P- and Q-mass and lowers the profile",
          "[lattice][LATTICE-REPAIR]") {
  testing::Random random(82);
  lattice::Frame frame;
  frame.order = lattice::ConvexOrder::lower;  // an upper measure is not spread
  frame.theta = 1.5;
  frame.scale = 60;
  frame.p = Bits{128};
  for (int i = 0; i < testing::iterations(20); ++i) {
    std::vector<long> at;
    std::vector<Integer> y;
    long position = 0;
    for (int k = 0; k < 40; ++k) {
      at.push_back(position += random.integer(1, 3));
      const double mass = k > 2 && k < 37 ? random.uniform(-0.3, 1) : 3.0;
      y.push_back(Integer::floor_of_midpoint(Ball::from_binary64(mass, frame.p), frame.scale));
    }
    const Rational step(1, 50UL);
    const std::vector<Integer> before = y;
    const Ball lost = lattice::repair(at, y, step, frame);
    const auto sum = [&](const std::vector<Integer>& masses, double power, const Ball* t) {
      Ball total(frame.p);
      for (size_t k = 0; k < at.size(); ++k) {
        const Ball l(step * Rational(at[k]), frame.p);
        const Ball P = masses[k].scaled(frame.scale, frame.p) *
                       exp(-(Ball::from_binary64(frame.theta, frame.p) * l));
        const Ball zero(frame.p);
        total += t == nullptr ? P * exp(Ball::from_binary64(power, frame.p) * l)
                              : P * max(zero, exp(l) - exp(*t));
      }
      return total;
    };
    CHECK(certainly_less(lost, Ball(Rational(1, 1000000000), frame.p)));
    for (const double power : {0.0, 1.0}) {
      CHECK(certainly_less(abs(sum(y, power, nullptr) - sum(before, power, nullptr)),
                           lost * 4 + Ball(Rational(1, 1000000000000), frame.p)));
    }
    for (int k = 0; k < 10; ++k) {
      const Ball t = Ball::from_binary64(random.uniform(0, 1.6), frame.p);
      CHECK(certainly_less(sum(y, 0, &t), sum(before, 0, &t) + lost * 4 +
                                              Ball(Rational(1, 1000000000000), frame.p)));
    }
    for (const Integer& mass : y) CHECK(mass.sign() >= 0);
  }
}

TEST_CASE("lattice: closed forms and exact sums, every question, far out too",
          "[cross][lattice][LATTICE-ANSWER][LATTICE-SLOPE][LATTICE-STEP][sweep]") {
  testing::Random random(83);
  for (int i = 0; i < testing::of_sweep(1, 5); ++i) {
    const bool laplace = i % 2 == 1;
    const int N = laplace ? random.integer(1, 40) : static_cast<int>(random.log_uniform(1, 1e4));
    const std::string text = (laplace ? "laplace(b=" : "gaussian(sigma=") +
                             testing::Random::text(random.log_uniform(0.5, 8)) + ")^" +
                             std::to_string(N);
    const Composition c = Composition::parse(text);
    CAPTURE(text);
    const auto engine = lattice_entry().make(c);
    const auto exact = closed_form_entry().refusal(c).empty() ? closed_form_entry().make(c)
                                                              : laplace_sums_entry().make(c);
    const auto where = c.approximate_location(random.integer(0, 1));
    const double far = i % 4 < 2 ? 2 : 9;
    double at = where.mean + where.deviation * random.uniform(-far, far);
    if (laplace) {
      const double edge = c.largest_loss()->approximate();
      at = std::clamp(at, -0.9 * edge, 0.9 * edge);
    }
    const Real t(number(testing::Random::text(at)));
    for (const Question q : kQuestions) {
      check(*engine, exact->answer(q, t, Effort{20}).value, q, t, far > 2 ? 3 : 4);
    }
  }
}

TEST_CASE("lattice: random compositions agree with the line integral",
          "[cross][lattice][LATTICE-ORDER][LATTICE-ANSWER][sweep]") {
  testing::Random random(84);
  for (int i = 0; i < testing::of_sweep(3, 6); ++i) {
    const auto number_text = [&](double a, double b) {
      return testing::Random::text(random.log_uniform(a, b));
    };
    std::string text = "subsampled_gaussian(sigma=" + number_text(0.7, 3) +
                       ",p=" + number_text(0.01, 0.5) + ")^" +
                       std::to_string(static_cast<long>(random.log_uniform(30, 10000)));
    if (i % 2 == 1) text += " * laplace(b=" + number_text(0.5, 5) + ")^3";
    if (i % 3 == 1) text += " * gaussian(sigma=" + number_text(1, 8) + ")";
    const Composition c = Composition::parse(text);
    const auto where = c.approximate_location(random.integer(0, 1));
    const Real t(
        number(testing::Random::text(where.mean + where.deviation * random.uniform(-3, 3))));
    CAPTURE(text);
    const auto engine = lattice_entry().make(c), line = fourier_entry().make(c);
    for (const Question q : {Question::delta, Question::excess, kQuestions[random.integer(3, 6)]}) {
      check(*engine, line->answer(q, t, Effort{10}).value, q, t, 3);
    }
  }
}

TEST_CASE("lattice: different Laplace mechanisms, and the square of the step",
          "[lattice][LATTICE-COARSE][slow]") {
  // Compares the answers with few and with more digits, and with the line of fourier.
  const Composition c = Composition::parse("laplace(b=1)^2 * laplace(b=1.37)");
  const Real t(number("0.4"));
  const Ball coarse = lattice_entry().make(c)->answer(Question::delta, t, Effort{4}).value;
  const Ball fine = lattice_entry().make(c)->answer(Question::delta, t, Effort{7}).value;
  CHECK(coarse.contains(fine));
  CHECK(fine.relative_digits() >= 7);
  const Ball line = fourier_entry().make(c)->answer(Question::delta, t, Effort{8}).value;
  CHECK(overlaps(fine, line));
}

TEST_CASE("lattice: an abandoned computation still answers", "[lattice]") {
  const Composition c = Composition::parse("gaussian(sigma=1) * laplace(b=1)^7");
  int calls = 0;
  const Effort effort{12, [&] {
                        if (++calls > 30) throw Interrupted{};
                      }};
  const Ball x = lattice_entry().make(c)->answer(Question::delta, Real(Rational(1)), effort).value;
  CHECK(x.contains(Rational(1, 2)));
  CHECK(certainly_less(x, Ball(Rational(3, 2), Bits{64})));
}

TEST_CASE(
    "lattice: far out, where a steep tilt takes more nodes than there are, smallness is known",
    "[engines][lattice][slow]") {
  // One record in a hundred is sampled, and delta(1) is near 10^-23: under the tilt of its saddle point a lattice of
  // few nodes gives no information.
  const Composition M = Composition::parse("subsampled_gaussian(sigma=2,p=0.01)^100");
  const Ball truth =
      plan(M, "fourier")->answer(Question::delta, Real(Rational(1)), Effort{6}).value;
  REQUIRE(truth.relative_digits() >= 6);
  plumbline::testing::StoppingPoll stop(2500);
  const Ball found =
      plan(M, "lattice")->answer(Question::delta, Real(Rational(1)), Effort{6, stop.poll()}).value;
  CHECK(stop.calls() >= 2500);
  CHECK(overlaps(found, truth));
  CHECK(certainly_less(found, Ball(power_of_ten(-15), Bits{64})));
}
