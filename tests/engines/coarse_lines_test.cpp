/// Lines with very large steps and early truncation, so that every proven error is approximately as large as the
/// actual error: these tests detect a bound that is too small.
#include <cmath>

#include "reference/engines/closed_form.hpp"
#include "reference/engines/engine.hpp"
#include "reference/engines/finite/finite.hpp"
#include "reference/engines/fourier/fourier.hpp"
#include "reference/engines/fourier/scale_split.hpp"
#include "reference/engines/periodic/periodic.hpp"
#include "reference/engines/sieve/alias_sides.hpp"
#include "reference/mechanisms/capabilities.hpp"
#include "tests/every.hpp"
#include "tests/support.hpp"

using namespace plumbline;
using fourier::Contour;
using fourier::PeriodicContour;
using plumbline::testing::kQuestions;
using plumbline::testing::number;
using PReal = plumbline::Real;

namespace {

Ball closed(const Composition& c, Question q, const PReal& t) {
  return closed_form_entry().make(c)->answer(q, t, Effort{40}).value;
}

void holds(const Enclosure& found, const Ball& truth) {
  CAPTURE(found.value.decimal_bounds(12), truth.decimal_bounds(12), found.budget.truncation.text(),
          found.budget.discretisation.text());
  CHECK(found.value.is_finite());
  CHECK(overlaps(found.value, truth));
}

/// Returns log(claimed error / actual error): approximately 0 if the bound is attained.
double slack(const UpperBound& claimed, const Ball& found, const Ball& truth) {
  return claimed.log_approximate() - abs(found.midpoint() - truth).log_approximate();
}

}  // namespace

TEST_CASE("coarse line: copies next to the answer, bounded where the bound is attained",
          "[fourier][ALIAS][ALIAS-SIDES]") {
  const Composition c = Composition::parse("gaussian(sigma=1)");
  // t + Lambda is below almost all losses: G_x is approximately 1 there, and so is its bound for x near 0.
  const Contour contour{-0.5, 0.5, 40, Bits{128}, 0.0625, -20};
  for (const char* t : {"-17", "-16", "-15", "-14"}) {
    for (const Question q : {Question::P_below, Question::P_above}) {
      const Enclosure found = fourier_on_contour(c, contour, q, PReal(number(t)));
      CAPTURE(t, static_cast<int>(q));
      holds(found, closed(c, q, PReal(number(t))));
    }
  }
  // All aliases, including residues, with steps of every size.
  for (const double step : {1.0, 2.0, 3.0, 4.0}) {
    for (const double line : {-0.6, 0.4, 1.5}) {
      for (const Question q : kQuestions) {
        const Contour coarse{line, step, 60, Bits{160}, line + 1.25, line - 1.25};
        CAPTURE(step, line, static_cast<int>(q));
        holds(fourier_on_contour(c, coarse, q, PReal(number("0.3"))),
              closed(c, q, PReal(number("0.3"))));
      }
    }
  }
}

TEST_CASE("coarse line: two or three nodes", "[fourier][TRUNCATION]") {
  // The transform is real and hardly decays on Re s = 1/2: at t = 0 all truncated nodes have the same sign.
  const Composition c = Composition::parse("gaussian(sigma=10)");
  double profile = 1e300;
  for (const long last : {1L, 2L, 3L}) {
    for (const char* t : {"0", "0.01", "-0.02", "0.05", "0.1", "0.15"}) {
      for (const Question q : kQuestions) {
        const Contour contour{0.5, 5, last, Bits{128}, 60.5, -59.5};
        const Enclosure found = fourier_on_contour(c, contour, q, PReal(number(t)));
        const Ball truth = closed(c, q, PReal(number(t)));
        CAPTURE(last, t, static_cast<int>(q));
        holds(found, truth);
        if (q == Question::delta) {
          profile = std::min(profile, slack(found.budget.truncation, found.value, truth));
        }
      }
    }
  }
  CHECK(profile < std::log(6.0));
}

TEST_CASE("coarse line: Chernoff's bound at atoms and below them, where it is attained",
          "[fourier][CHERNOFF]") {
  using namespace plumbline::fourier;
  // Losses -1 and 1: K(x) = P(1) e^x + P(-1) e^{-x}.
  const Bits p{128};
  const Ball q(number("0.3"), p), one = Ball::integer(1, p);
  struct Place {
    Kernel kernel;
    const char* t;
    double x;
  };
  for (const Place& at : {Place{Kernel::P_tail, "0.999", 12}, Place{Kernel::P_tail, "-0.999", -12},
                          Place{Kernel::P_tail, "-1.5", 0.01}, Place{Kernel::Q_tail, "0.999", 12},
                          Place{Kernel::Q_tail, "1.5", 0.99}, Place{Kernel::profile, "0", 1.5},
                          Place{Kernel::profile, "-1", 0.1}, Place{Kernel::profile, "0", -0.5},
                          Place{Kernel::profile, "0.9", 12}, Place{Kernel::profile, "-0.9", -12}}) {
    const Ball t = testing::ball(at.t, p), x = Ball::from_binary64(at.x, p);
    const Ball K = q * exp(x) + (one - q) * exp(-x);
    const Ball most = chernoff_constant(at.kernel, at.x, p) * K *
                      exp(t * (Ball::integer(sigma(at.kernel), p) - x));
    Ball G(p);
    for (const int loss : {-1, 1}) {
      const Ball mass = loss > 0 ? q : one - q, l = Ball::integer(loss, p), zero(p);
      const bool above = certainly_less(t, l);
      if (at.kernel == Kernel::profile) {
        G += mass * (at.x > 1   ? max(zero, exp(l) - exp(t))
                     : at.x > 0 ? min(exp(l), exp(t))
                                : max(zero, exp(t) - exp(l)));
      } else if (above == (at.x > sigma(at.kernel))) {
        G += at.kernel == Kernel::P_tail ? mass : mass * exp(l);
      }
    }
    CAPTURE(static_cast<int>(at.kernel), at.t, at.x, G.approximate(), most.approximate());
    CHECK(certainly_positive(G));
    CHECK(certainly_at_most(G.lower(), most.upper()));
  }
}

TEST_CASE("coarse line: a measure called negligible where it is not", "[parts][NEGLIGIBLE]") {
  using namespace plumbline::fourier;
  const Composition c = Composition::parse("gaussian(sigma=1)");
  const auto& f = c.factors().front();
  const PReal t(number("-4"));
  const auto ask = [&](Question q, double line) {
    LineCache cache(product_transform({{shared_measure(f.mechanism), f.count}}, true));
    ContourChooser::Choice choice;
    choice.negligible = true;
    choice.contour.c = line;
    choice.contour.bits = Bits{128};
    return cache.from_choice(q, t, -4, choice, [] {});
  };
  for (const double line : {0.03125, -0.03125, 0.5, 2.0, -1.0}) {
    for (const Question q : kQuestions) {
      CAPTURE(line, static_cast<int>(q));
      holds(ask(q, line), closed(c, q, t));
    }
  }
  CHECK_FALSE(ask(Question::delta, 0).value.is_finite());
  CHECK_FALSE(ask(Question::delta, 1).value.is_finite());
}

TEST_CASE("coarse line: the decay of a product by its steepest factor",
          "[parts][ALGEBRAIC-PRODUCT]") {
  for (const char* text : {"gaussian(sigma=1)", "gaussian(sigma=1) * laplace(b=40)",
                           "gaussian(sigma=1) * subsampled_gaussian(sigma=30,p=0.5)^3"}) {
    const Composition c = Composition::parse(text);
    std::vector<fourier::MeasureFactor> factors;
    for (const Factor& f : c.factors()) factors.push_back({shared_measure(f.mechanism), f.count});
    const auto M = fourier::product_transform(factors, true);
    for (const double line : {-0.5, 0.5, 1.25}) {
      const Ball C = M->algebraic(line, [] {});
      const LineValues values = M->on_line(line, 0.25, 20, Bits{96}, [] {});
      double nearest = 0;
      for (size_t k = 1; k < 20; ++k) {
        const Ball y = Ball::from_binary64(0.25 * static_cast<double>(k), Bits{96});
        const ComplexBall z = values.values[k];
        const Ball size = sqrt(square(z.real()) + square(z.imag())) * y;
        CAPTURE(text, line, k);
        CHECK(certainly_at_most(size.lower(), C.upper()));
        nearest = std::max(nearest, (size / C).approximate());
      }
      CHECK(nearest > 0.3);
    }
  }
}

TEST_CASE("coarse line: a difference that cancels to nothing", "[parts][CUT]") {
  // For one step the difference equals the middle part: the bound is attained.
  const Composition c = Composition::parse("subsampled_gaussian(sigma=1,p=0.01)");
  const DominatingPair& m = *c.factors().front().mechanism;
  int cancelled = 0;
  for (const double low : {-1.0, 0.0, 1.0, 1.5, 2.0}) {
    const auto lower = m.offer<LawByScales>()->part(std::nullopt, low, 24),
               between = m.offer<LawByScales>()->part(low, std::nullopt, 24);
    const auto M = fourier::difference_transform(
        {{shared_measure(c.factors().front().mechanism), lower, between, Rational(1)}});
    for (const double x : {-1.0, 0.0, 0.5, 1.0, 2.0}) {
      const Ball truth = between->transform(x, Bits{128});
      for (const long bits : {16L, 24L, 40L, 128L}) {
        const Ball found = M->at(x, Bits{bits}, [] {});
        CAPTURE(low, x, bits, found.approximate(), truth.approximate());
        CHECK(overlaps(found, truth));
        cancelled += found.relative_digits() < 0.5;
      }
    }
  }
  CHECK(cancelled >= 5);
}

TEST_CASE("coarse line: tails at an atom by chords of the profile", "[fourier][CONVEX-SLOPE]") {
  // At an atom a tail equals one end of its enclosure: the left and right slopes differ by the atom.
  const Composition c = Composition::parse("randomized_response(epsilon=1)^4");
  const auto engine = finite_entry().make(c);
  const auto profile = [&](Question q, const PReal& at) {
    return engine->answer(q, at, Effort{30}).value;
  };
  const Bits p{128};
  for (const char* t : {"-2", "0", "2"}) {
    for (const char* h : {"0.1", "0.01", "1e-6"}) {
      for (const Question q :
           {Question::P_above, Question::P_below, Question::Q_above, Question::Q_below}) {
        const Ball found = tail_by_chords(q, PReal(number(t)), number(h), p, profile);
        const Ball truth = engine->answer(q, PReal(number(t)), Effort{30}).value;
        CAPTURE(t, h, static_cast<int>(q), found.decimal_bounds(10), truth.decimal_bounds(10));
        CHECK(overlaps(found, truth));
        CHECK(found.is_finite());
      }
    }
  }
  const PReal zero(Rational(0));
  CHECK_THROWS_AS(tail_by_chords(Question::P_above, zero, Rational(0), p, profile),
                  std::logic_error);
  CHECK_THROWS_AS(tail_by_chords(Question::P_above, zero, Rational(1), p, profile),
                  std::logic_error);
}

TEST_CASE("coarse period: nodes left out of a transform that does not decay",
          "[periodic][PERIODIC-TRUNCATION]") {
  // One atom has almost all mass, and t is slightly below it: all truncated nodes have the same sign.
  const Composition c = Composition::parse("discrete_gaussian(sigma=0.1)");
  const PReal t(number("-60"));
  double tightest = 1e300;
  for (const long last : {0L, 1L, 2L}) {
    for (const double line : {0.015625, 0.25, 0.75}) {
      for (const Question q : kQuestions) {
        PeriodicContour contour{line, Rational(7), last, Bits{160}, 0.875, -0.3};
        const Enclosure found = periodic_on_contour(c, contour, q, t);
        const Ball truth = closed(c, q, t);
        CAPTURE(last, line, static_cast<int>(q));
        holds(found, truth);
        if (q == Question::P_above) {
          tightest = std::min(tightest, slack(found.budget.truncation, found.value, truth));
        }
      }
    }
  }
  CHECK(tightest < std::log(6.0));
}

TEST_CASE("coarse period: three nodes and their copies", "[periodic][PERIODIC-SUM][ALIAS-SIDES]") {
  const Composition c = Composition::parse("discrete_gaussian(sigma=1)");
  for (const char* t : {"-0.5", "0.2", "0.5", "1.5"}) {
    for (const double line : {-0.75, 0.5, 1.75}) {
      for (const Question q : kQuestions) {
        for (const long last : {1L, 2L}) {
          PeriodicContour contour{line,    Rational(2 * last + 1), last, Bits{128}, line + 2,
                                  line - 2};
          CAPTURE(t, line, static_cast<int>(q), last);
          holds(periodic_on_contour(c, contour, q, PReal(number(t))),
                closed(c, q, PReal(number(t))));
        }
      }
    }
  }
}

TEST_CASE("coarse line: invalid contours and places", "[fourier][periodic][ALIAS-SIDES]") {
  const Composition c = Composition::parse("gaussian(sigma=1)");
  const PReal t(number("0.5"));
  const double nan = std::nan(""), infinite = HUGE_VAL;
  const auto on = [&](double line, double step, long last, double right, double left) {
    return fourier_on_contour(c, {line, step, last, Bits{96}, right, left}, Question::delta, t)
        .value;
  };
  CHECK(on(1.5, 0.5, 20, 3, -1).is_finite());
  CHECK_THROWS_AS(on(nan, 0.5, 20, 3, -1), std::invalid_argument);
  CHECK_THROWS_AS(on(1.5, infinite, 20, 3, -1), std::invalid_argument);
  CHECK_THROWS_AS(on(1.5, nan, 20, 3, -1), std::invalid_argument);
  CHECK_THROWS_AS(on(1.5, 0.5, 0, 3, -1), std::invalid_argument);
  CHECK_FALSE(on(1.5, 0.5, 20, nan, -1).is_finite());
  CHECK_FALSE(on(1.5, 1e-310, 3, 3, -1).is_finite());  // doubles lose precision there
  const Composition d = Composition::parse("discrete_gaussian(sigma=1)");
  const auto period = [&](double line, const Rational& nodes, long last) {
    return periodic_on_contour(d, {line, nodes, last, Bits{96}, line + 2, line - 2},
                               Question::delta, t);
  };
  CHECK(period(0.5, Rational(7), 3).value.is_finite());
  CHECK_THROWS_AS(period(nan, Rational(7), 3), std::invalid_argument);
  CHECK_THROWS_AS(period(0.5, Rational(8), 3), std::invalid_argument);
  CHECK_THROWS_AS(period(0.5, Rational(5), 3), std::invalid_argument);
  CHECK_THROWS_AS(period(1, Rational(7), 3), std::invalid_argument);
  // Aliases at distance zero, or a line through a pole.
  using namespace plumbline::fourier;
  const Bits p{96};
  const Ball one = Ball::integer(1, p);
  const Masses masses{one, one};
  UpperBound size;
  CHECK(alias_sides({0.5, -1, 2}, one, one, masses, Kernel::profile, one, one, &size).is_finite());
  for (const AliasPlaces& at :
       {AliasPlaces{0, -1, 2}, AliasPlaces{1, -1, 2}, AliasPlaces{nan, -1, 2}}) {
    CHECK_FALSE(alias_sides(at, one, one, masses, Kernel::profile, one, one, &size).is_finite());
  }
  CHECK_FALSE(alias_sides({0.5, -1, 2}, one, one, masses, Kernel::profile, Ball(p), one, &size)
                  .is_finite());
  CHECK_FALSE(
      alias_sides({0.5, -1, 2}, one, one, masses, Kernel::profile, -one, one, &size).is_finite());
}
