/// Measures on very coarse lattices with much truncated mass, so that every proven error is approximately as large as
/// the actual error: these tests detect a bound that is too small.
#include "reference/engines/engine.hpp"
#include "reference/engines/finite/finite.hpp"
#include "reference/engines/lattice/lattice_plan.hpp"
#include "reference/engines/lattice/lattice_profile.hpp"
#include "reference/engines/lattice/lattice_step.hpp"
#include "tests/support.hpp"

using namespace plumbline;
using namespace plumbline::lattice;
using plumbline::testing::number;
using PReal = plumbline::Real;

namespace {

constexpr Bits kP{256};
constexpr long kScale = 120;

Frame frame_of(double theta, ConvexOrder order = ConvexOrder::upper) {
  Frame frame;
  frame.order = order;
  frame.theta = theta;
  frame.scale = kScale;
  frame.p = Bits{200};
  return frame;
}

/// An atom with its mass in units of x^theta dP.
struct Atom {
  long node;
  Rational tilted;
};

struct Lattice {
  Rational origin, step;
  size_t nodes;
};

LatticeMeasure measure_of(const Lattice& on, const std::vector<Atom>& atoms,
                          const std::string& error = "0") {
  LatticeMeasure measure{on.origin, on.step, IntegerVector(on.nodes), testing::ball(error, kP),
                         Ball(kP)};
  for (const Atom& a : atoms) {
    const Ball mass(a.tilted, kP);
    measure.masses.set(static_cast<size_t>(a.node), Integer::floor_of_midpoint(mass, kScale));
    measure.exact_mass += mass;
  }
  return measure;
}

/// Returns the kernel k(s) of LATTICE-ANSWER.
Ball kernel(double theta, const Ball& s, const Ball& t) {
  const Ball zero(kP), x = exp(s), k = exp(t);
  if (theta >= 1) return max(zero, x - k);
  return theta <= 0 ? max(zero, k - x) : min(x, k);
}

/// Returns int k dX for atoms.
Ball integral(const Lattice& on, const std::vector<Atom>& atoms, double theta, const Ball& t) {
  Ball sum(kP);
  for (const Atom& a : atoms) {
    const Ball s(on.origin + on.step * Rational(a.node), kP);
    sum += Ball(a.tilted, kP) * exp(-(Ball::from_binary64(theta, kP) * s)) * kernel(theta, s, t);
  }
  return sum;
}

/// Returns the integral of the kernel against a measure.
Ball integral(const LatticeMeasure& measure, const Frame& frame, const Ball& t) {
  std::vector<Atom> atoms;
  Ball sum(kP);
  for (size_t i = 0; i < measure.masses.size(); ++i) {
    const Ball s(measure.origin + measure.step * Rational(static_cast<long>(i)), kP);
    sum += measure.masses.get(i).scaled(frame.scale, kP) *
           exp(-(Ball::from_binary64(frame.theta, kP) * s)) * kernel(frame.theta, s, t);
  }
  return sum;
}

LossTails nothing() { return {Ball(kP), Ball(kP), Ball(kP), Ball(kP)}; }

Bracket bracket_of(const LatticeMeasure& upper, const LatticeMeasure& lower, double theta) {
  return {frame_of(theta), upper, lower, Ball(kP), nothing()};
}

LatticeMeasure dropped(const LatticeMeasure& measure, const std::string& error) {
  LatticeMeasure out = measure;
  out.error = testing::ball(error, kP);
  return out;
}

}  // namespace

TEST_CASE("coarse lattice: what a law leaves out is in the answer", "[lattice][LATTICE-ANSWER]") {
  const Lattice on{Rational(-2), Rational(1, 2UL), 9};
  const std::vector<Atom> kept{{0, number("0.5")}, {4, number("0.3")}};
  for (const double theta : {0.0, 0.5, 1.0, -0.5, 0.75, 1.5}) {
    for (const long node : {2L, 4L, 6L, 8L}) {
      std::vector<Atom> all = kept;
      all.push_back({node, number("0.2")});
      const LatticeMeasure part = measure_of(on, kept, "0.2"), whole = measure_of(on, all, "0");
      const LatticeMeasure more = dropped(whole, "0.2");
      for (const char* at : {"-4", "-1.5", "-1", "0", "0.7", "2", "5"}) {
        const Ball t = testing::ball(at, kP);
        CAPTURE(theta, node, at);
        // The integral over all atoms from measures that lack one of them, and the reverse.
        const Ball truth = integral(on, all, theta, t), less = integral(on, kept, theta, t);
        CHECK(overlaps(primary(bracket_of(part, part, theta), t), truth));
        CHECK(overlaps(primary(bracket_of(more, more, theta), t), less));
        // The atom as mass outside the cells: above or below.
        Bracket beyond = bracket_of(measure_of(on, kept), measure_of(on, kept), theta);
        const Ball s(on.origin + on.step * Rational(node), kP);
        const Ball P = testing::ball("0.2", kP) * exp(-(Ball::from_binary64(theta, kP) * s));
        (node > 4 ? beyond.beyond.P_above : beyond.beyond.P_below) = P;
        (node > 4 ? beyond.beyond.Q_above : beyond.beyond.Q_below) = P * exp(s);
        CHECK(overlaps(primary(beyond, t), truth));
      }
    }
  }
}

TEST_CASE("coarse lattice: the errors of laws composed, and of nodes left out",
          "[lattice][LATTICE-ORDER]") {
  const Lattice on{Rational(0), Rational(1, 4UL), 5}, twice{Rational(0), Rational(1, 4UL), 9};
  const std::vector<Atom> both{{0, number("0.9")}, {4, number("0.1")}}, one{{0, number("0.9")}};
  const std::vector<Atom> sum{{0, number("0.81")}, {4, number("0.18")}, {8, number("0.01")}};
  for (const double theta : {0.5, 0.25, 1.0, 0.0}) {
    const Frame frame = frame_of(theta);
    LatticeMeasure part = measure_of(on, one, "0.1"), whole = measure_of(on, both);
    part.exact_mass = testing::ball("1", kP);
    const Ball zero(kP);
    // An atom missing in both steps, in one step, and removed after the composition.
    const LatticeMeasure squared = compose(part, part, frame, zero);
    const LatticeMeasure product = compose(whole, part, frame, zero);
    const LatticeMeasure trimmed = compose(whole, whole, frame, testing::ball("0.02", kP));
    CHECK(trimmed.masses.size() == 5);  // of 9 masses
    for (const char* at : {"-3", "0", "0.5", "1", "1.5", "2", "4"}) {
      const Ball t = testing::ball(at, kP), truth = integral(twice, sum, theta, t);
      CAPTURE(theta, at);
      for (const LatticeMeasure& measure : {squared, product, trimmed}) {
        CHECK(overlaps(primary(bracket_of(measure, measure, theta), t), truth));
      }
    }
  }
  LatticeMeasure other = measure_of({Rational(0), Rational(1, 8UL), 5}, one);
  CHECK_THROWS_AS(compose(other, measure_of(on, one), frame_of(1), Ball(kP)), std::logic_error);
}

TEST_CASE("coarse lattice: masses on the way to a lattice of twice the step",
          "[lattice][LATTICE-COARSE]") {
  testing::Random random(91);
  for (int i = 0; i < testing::iterations(12); ++i) {
    const double theta = std::vector<double>{-0.5, 0.5, 1, 1.25}[static_cast<size_t>(i % 4)];
    const Lattice on{Rational(-1), number("0.3"), static_cast<size_t>(random.integer(8, 17))};
    std::vector<Atom> atoms;
    for (size_t j = 0; j < on.nodes; ++j) {
      atoms.push_back({static_cast<long>(j), number(testing::Random::text(random.uniform(0, 1)))});
    }
    const LatticeMeasure exact = measure_of(on, atoms);
    const LatticeMeasure up = coarsened(exact, frame_of(theta, ConvexOrder::upper));
    const LatticeMeasure low = coarsened(exact, frame_of(theta, ConvexOrder::lower));
    CHECK(up.step == Rational(2) * on.step);
    double widest = 0;
    for (int k = -2; k <= 2 * static_cast<int>(on.nodes); ++k) {
      const Ball t(on.origin + on.step * Rational(k, 2UL), kP);
      const Ball truth = integral(on, atoms, theta, t),
                 both = primary(bracket_of(up, low, theta), t);
      CAPTURE(i, theta, on.nodes, k, both.decimal_bounds(12), truth.decimal_bounds(12));
      CHECK(overlaps(both, truth));
      widest = std::max(widest, (both.radius().ball(kP) / truth).approximate());
    }
    CHECK(widest > 1e-3);  // coarse enough to be visible
  }
  const LatticeMeasure small = measure_of({Rational(0), Rational(1), 7}, {{3, Rational(1)}});
  CHECK_THROWS_AS(coarsened(small, frame_of(1)), std::logic_error);
  // A measure is not coarsened below a minimum size, however small the maximum is.
  Frame few = frame_of(0.5, ConvexOrder::lower);
  few.most = 1;
  const Lattice ten{Rational(0), number("0.1"), 10};
  const LatticeMeasure step =
      measure_of(ten, {{0, number("0.5")}, {5, number("0.25")}, {9, number("0.25")}});
  const LatticeMeasure sum = compose(step, step, few, Ball(kP));
  CHECK(sum.masses.size() < kFewestToCoarsen);
  CHECK(2 * sum.masses.size() >= kFewestToCoarsen);
}

TEST_CASE("coarse lattice: what is set to zero in a repair is in the error",
          "[lattice][LATTICE-REPAIR]") {
  // Units of 2^-8: a mass of -0.2 is noise and is set to zero in either order; a mass of -0.5 is moved in a lower
  // measure and set to zero in an upper one.
  const Rational step(1, 2UL);
  const std::vector<long> at{0, 1, 2, 3, 4};
  for (const double theta : {0.0, 0.5, 1.0, 1.5}) {
    for (const char* mass : {"-0.2", "-0.5"}) {
      for (const ConvexOrder order : {ConvexOrder::upper, ConvexOrder::lower}) {
        Frame frame = frame_of(theta, order);
        frame.scale = 8;
        std::vector<Integer> y;
        for (const char* m : {"2", "1", mass, "1", "2"}) {
          y.push_back(Integer::floor_of_midpoint(testing::ball(m, kP), frame.scale));
        }
        LatticeMeasure before{Rational(0), step, IntegerVector(5), Ball(kP), Ball(kP)},
            after = before;
        for (size_t i = 0; i < 5; ++i) before.masses.set(i, y[i]);
        const Ball lost = repair(at, y, step, frame);
        for (size_t i = 0; i < 5; ++i) {
          CHECK(y[i].sign() >= 0);
          after.masses.set(i, y[i]);
        }
        for (const char* x : {"-2", "0", "0.5", "1", "1.5", "3"}) {
          const Ball t = testing::ball(x, kP), th = Ball::from_binary64(theta, kP);
          const Ball g = theta >= 1  ? Ball::integer(1, kP) / th
                         : theta > 0 ? Ball::integer(1, kP)
                                     : Ball::integer(1, kP) / (Ball::integer(1, kP) - th);
          const Ball error = g * exp((Ball::integer(1, kP) - th) * t) * lost;
          const Ball was = integral(before, frame, t), is = integral(after, frame, t);
          const Ball tiny = testing::ball("1e-60", kP);
          CAPTURE(theta, mass, order == ConvexOrder::upper, x, lost.approximate(),
                  was.approximate(), is.approximate());
          // For the middle kernel, which is concave, a larger measure in convex order has a smaller integral.
          const bool smaller = (order == ConvexOrder::lower) != (theta > 0 && theta < 1);
          if (smaller) {
            CHECK(certainly_less(is, was + error + tiny));
          } else {
            CHECK(certainly_less(was - error - tiny, is));
          }
        }
      }
    }
  }
}

TEST_CASE("coarse lattice: tails of an exact law at its atoms", "[lattice][LATTICE-SLOPE]") {
  // At an atom the left and right slopes differ by its mass: the exact tail is an end of the enclosure.
  const Lattice on{Rational(-1), Rational(1, 2UL), 5};
  const std::vector<Rational> P{number("0.1"), number("0.3"), number("0.2"), number("0.25"),
                                number("0.15")};
  for (const double theta : {-1.0, 0.5, 2.0}) {
    std::vector<Atom> atoms;
    LatticeMeasure measure{on.origin, on.step, IntegerVector(5), testing::ball("1e-30", kP),
                           Ball(kP)};
    for (long j = 0; j < 5; ++j) {
      const Ball s(on.origin + on.step * Rational(j), kP);
      const Ball mass =
          Ball(P[static_cast<size_t>(j)], kP) * exp(Ball::from_binary64(theta, kP) * s);
      measure.masses.set(static_cast<size_t>(j), Integer::floor_of_midpoint(mass, kScale));
    }
    const Bracket bracket = bracket_of(measure, measure, theta);
    for (long j = 1; j < 4; ++j) {
      const Ball t(on.origin + on.step * Rational(j), kP);
      Ball P_below(kP), Q_below(kP), P_all(kP), Q_all(kP);
      for (long i = 0; i < 5; ++i) {
        const Ball p(P[static_cast<size_t>(i)], kP);
        const Ball q = p * exp(Ball(on.origin + on.step * Rational(i), kP));
        (P_all += p, Q_all += q);
        if (i <= j) (P_below += p, Q_below += q);
      }
      CAPTURE(theta, j);
      // Slopes of the function that belongs to the tilt: its own tail, not the complement.
      const bool below = theta <= 0, least = theta > 0 && theta < 1;
      const Ball own_P = answer(bracket, below ? Question::P_below : Question::P_above, t);
      const Ball own_Q = answer(bracket, below || least ? Question::Q_below : Question::Q_above, t);
      const Ball P_truth = below ? P_below : P_all - P_below;
      const Ball Q_truth = below || least ? Q_below : Q_all - Q_below;
      CAPTURE(own_P.decimal_bounds(8), P_truth.decimal_bounds(8), own_Q.decimal_bounds(8),
              Q_truth.decimal_bounds(8));
      CHECK(overlaps(own_P, P_truth));
      CHECK(overlaps(own_Q, Q_truth));
      CHECK(own_P.radius().log_approximate() < 0);
    }
  }
}

namespace {

/// Returns the bracket of one step on a given grid; every choice of grid and tilt is valid.
Bracket one_step(const DominatingPair& m, const TailSurvey& survey, const StepGrid& grid,
                 double theta) {
  const Frame frame = frame_of(theta);
  const StepMeasures measures = discretise(m, survey, grid, frame, Bits{220}, [] {});
  return {frame, measures.upper, measures.lower, Ball::from_binary64(measures.log_scale, kP),
          survey.outside()};
}

}  // namespace

TEST_CASE("coarse lattice: one step in a dozen cells, much of it outside",
          "[lattice][LATTICE-STEP]") {
  double widest = 0;
  for (const char* text : {"gaussian(sigma=1)", "laplace(b=1)", "laplace(b=0.3)",
                           "subsampled_gaussian(p=0.2,sigma=0.8)"}) {
    const Composition c = Composition::parse(text);
    const DominatingPair& m = *c.factors().front().mechanism;
    const TailSurvey survey(m, 100, [] {});
    for (const double theta : {-0.5, 0.0, 0.5, 1.0, 1.75}) {
      for (const char* start : {"-3.125", "-1", "0"}) {  // the range omits losses below its start
        StepGrid grid{number(start), Rational(1, 8UL), {0, 2, 4, 7, 8, 10, 12, 16, 20, 28, 36, 44}};
        const Bracket bracket = one_step(m, survey, grid, theta);
        for (const char* at : {"-2.9", "-1.5", "-0.95", "-0.4", "0", "0.3", "0.9", "1.4", "2.6"}) {
          const Ball t = testing::ball(at, kP);
          const LossTails tails = m.tails(PReal(number(at)), kP);
          const Ball x = exp(t), truth = theta >= 1   ? tails.Q_above - x * tails.P_above
                                         : theta <= 0 ? x * tails.P_below - tails.Q_below
                                                      : tails.Q_below + x * tails.P_above;
          const Ball found = primary(bracket, t);
          CAPTURE(text, theta, start, at, found.decimal_bounds(10), truth.decimal_bounds(10));
          CHECK(overlaps(found, truth));
          widest = std::max(widest, found.radius().ball(kP).approximate());
        }
      }
    }
  }
  CHECK(widest > 0.01);
}

TEST_CASE("coarse lattice: the last cell owes nothing at its right end",
          "[lattice][LATTICE-STEP]") {
  // Almost all tilted mass is in the last cell. A line tangent at the left end was used there earlier: at theta = -40
  // the lower measure then exceeded the exact one by 1e-5 of its mass.
  const Composition c = Composition::parse("gaussian(sigma=1)");
  const DominatingPair& m = *c.factors().front().mechanism;
  for (const double theta : {-40.0, -8.0, 0.0, 3.0, 30.0}) {
    // Under the tilt the loss has mean theta - 1/2; the grid covers five deviations on either side.
    const Rational centre = Rational::from_binary64(theta - 0.5);
    StepGrid grid{centre - Rational(5), Rational(1, 4UL), {}};
    for (long k = 0; k <= 40; k += 2) grid.nodes.push_back(k);
    const Rational first = grid.origin, last = centre + Rational(5);
    const Frame frame = frame_of(theta, ConvexOrder::lower);
    const double far = std::fabs(theta) + 7;
    const TailSurvey survey(m, static_cast<long>(far * far) + 100, [] {});
    const StepMeasures measures = discretise(m, survey, grid, frame, Bits{220}, [] {});
    // Both errors contain the mass outside and the rounding; the lower one also contains the repair.
    const Ball repaired = measures.lower.error - measures.upper.error;
    const LossTails before = m.tails(PReal(first), kP), behind = m.tails(PReal(last), kP);
    const Ball scale = exp(Ball::from_binary64(measures.log_scale, kP));
    for (long k = 0; k <= 40; ++k) {
      const Rational at = first + Rational(k, 4UL);
      const LossTails here = m.tails(PReal(at), kP);
      const Ball t(at, kP), x = exp(t);
      // E (e^t - e^S)_+, E (e^S - e^t)_+ or E min(e^S, e^t), restricted to the range.
      const Ball P_left = here.P_below - before.P_below, Q_left = here.Q_below - before.Q_below;
      const Ball P_right = here.P_above - behind.P_above, Q_right = here.Q_above - behind.Q_above;
      const Ball inside = theta >= 1 ? Q_right - x * P_right : x * P_left - Q_left;
      // The rounding error; the mass outside the range is not an error of this measure.
      const Ball found = integral(measures.lower, frame, t) * scale;
      const Ball tilted = exp((Ball::integer(1, kP) - Ball::from_binary64(theta, kP)) * t) * scale;
      const Ball above = (found - inside) / tilted;
      CAPTURE(theta, k, above.approximate(), repaired.approximate(),
              measures.upper.error.approximate());
      CHECK(certainly_less(above, repaired + testing::ball("1e-25", kP)));
    }
  }
}

TEST_CASE("coarse lattice: invalid grids and nodes", "[lattice]") {
  const Composition c = Composition::parse("gaussian(sigma=1)");
  const DominatingPair& m = *c.factors().front().mechanism;
  const TailSurvey survey(m, 60, [] {});
  const auto cut = [&](const std::vector<long>& nodes) {
    return discretise(m, survey, {Rational(0), Rational(1), nodes}, frame_of(1), Bits{220}, [] {});
  };
  CHECK(cut({-4, 0, 4}).upper.error.is_finite());
  CHECK_THROWS_AS(cut({-4, 4}), std::logic_error);
  CHECK_THROWS_AS(cut({-4, 4, 0}), std::logic_error);
  std::vector<Integer> y(3, Integer(1));
  CHECK_THROWS_AS(repair({0, 2, 2}, y, Rational(1), frame_of(1)), std::logic_error);
  CHECK_THROWS_AS(repair({0, 2}, y, Rational(1), frame_of(1)), std::logic_error);
}
