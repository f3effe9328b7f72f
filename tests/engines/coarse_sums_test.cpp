/// Sums over very narrow ranges and at undecided thresholds, so that every proven error is approximately as large as
/// the actual error: these tests detect a bound that is too small.
#include <map>

#include "reference/engines/engine.hpp"
#include "reference/engines/finite/finite_law.hpp"
#include "reference/engines/periodic/kept_nodes.hpp"
#include "reference/engines/periodic/periodic.hpp"
#include "tests/support.hpp"

using namespace plumbline;
using namespace plumbline::finite_sums;
using plumbline::testing::number;

namespace {

constexpr Bits kP{192};
const Poll kNoPoll = [] {};

/// R(S > t) of n losses from a list of points, in exact fractions.
struct Exact {
  std::vector<Rational> loss, mass;
  long n;

  Rational above(const Rational& t, bool strict) const {
    std::map<Rational, Rational> law{{Rational(0), Rational(1)}};
    for (long i = 0; i < n; ++i) {
      std::map<Rational, Rational> next;
      for (const auto& [s, p] : law) {
        for (size_t j = 0; j < loss.size(); ++j) {
          Rational& at = next[s + loss[j]];
          at = at + p * mass[j];
        }
      }
      law = std::move(next);
    }
    Rational sum(0);
    for (const auto& [s, p] : law) {
      if (t < s || (!strict && s == t)) sum = sum + p;
    }
    return sum;
  }

  Tail tail(const Ball& t, bool strict, double digits) const {
    Power part{{}, n};
    for (size_t j = 0; j < loss.size(); ++j) {
      const auto key = static_cast<long>(loss[j].approximate());  // losses here are integers
      part.atoms.push_back({Ball(mass[j], kP), Ball(loss[j], kP), {key}});
    }
    return {{part}, t, {}, strict, digits, kP};
  }
};

/// Returns a ball around t that does not decide on which side of t the threshold is.
Ball undecided(const Rational& t) {
  return widen(Ball(t, kP), UpperBound::of(testing::ball("1e-40")));
}

}  // namespace

TEST_CASE("coarse sum: counts outside a narrow window, all of which are above t",
          "[finite][THREE-POINT][TYPE-SUM][TILTED-WINDOW]") {
  for (const double digits : {0.25, 0.5, 1.0, 2.0}) {
    const Exact three{{Rational(1), Rational(0), Rational(-1)},
                      {number("0.3"), number("0.4"), number("0.3")},
                      40};
    const Exact two{{Rational(1), Rational(-1)}, {number("0.6"), number("0.4")}, 40};
    for (const char* t : {"-30.5", "-24.5", "-15.5"}) {
      CAPTURE(digits, t);
      const Rational at = number(t);
      const Ball first = three_point_tail(three.tail(Ball(at, kP), true, digits), kNoPoll);
      const Ball types = type_tail(three.tail(Ball(at, kP), true, digits), kNoPoll);
      const Ball pair = type_tail(two.tail(Ball(at, kP), true, digits), kNoPoll);
      CAPTURE(first.decimal_bounds(8), types.decimal_bounds(8), pair.decimal_bounds(8));
      CHECK(first.contains(three.above(at, true)));
      CHECK(types.contains(three.above(at, true)));
      CHECK(pair.contains(two.above(at, true)));
      CHECK(first.radius().log_approximate() < 0);
      CHECK(types.radius().log_approximate() < 0);
      if (digits < 1) CHECK(first.radius().log_approximate() > std::log(1e-3));
    }
  }
  const Exact any{{Rational(1), Rational(0)}, {number("0.5"), number("0.5")}, 3};
  CHECK_THROWS_AS(chernoff(any.tail(Ball(kP), true, 5), -1), std::logic_error);
}

TEST_CASE("coarse sum: the rest of a binomial sum cut off at once", "[finite][BINOMIAL-TAIL]") {
  for (const long n : {20L, 60L}) {
    for (const char* r : {"0.1", "0.3"}) {
      const Exact two{{Rational(1), Rational(0)}, {number(r), Rational(1) - number(r)}, n};
      const Binomial law{n, Ball(number(r), kP), Ball(Rational(1) - number(r), kP)};
      for (long k = n / 2; k <= n; k += 3) {
        const Rational truth = two.above(Rational(k), false);
        CAPTURE(n, r, k);
        for (const double digits : {-1.0, 0.0, 1.0, 3.0}) {
          const Ball value = law.at_least(k, digits, kNoPoll);
          CHECK(value.contains(truth));
        }
        CHECK(certainly_at_most(Ball(truth, kP).lower(), law.bound_at_least(k)));
      }
    }
  }
  // Neither r nor s may be zero: then the bound is trivial.
  const Binomial all{5, Ball::integer(1, kP), Ball(kP)};
  CHECK(all.at_least(2, 10, kNoPoll).contains(Rational(1)));
  CHECK(all.at_least(2, 10, kNoPoll).is_finite());
}

TEST_CASE("coarse sum: a walk that jumps begins anew", "[finite][BINOMIAL-WALK]") {
  const Ball r = testing::ball("0.37", kP), s = testing::ball("0.63", kP);
  BinomialWalk walk(r, s, 40, kNoPoll);
  struct Place {
    long m, k;
  };
  for (const auto& [m, k] : {Place{20, 9}, Place{26, 9}, Place{26, 14}, Place{25, 15}, Place{30, 0},
                             Place{30, 3}, Place{3, 5}, Place{12, 2}, Place{12, 3}}) {
    walk.move(m, k);
    const Ball fresh = Binomial{m, r, s}.at_least(k, 40, kNoPoll);
    CAPTURE(m, k, walk.tail().approximate(), fresh.approximate());
    CHECK(overlaps(walk.tail(), fresh));
    CHECK(certainly_less(abs(walk.tail() - fresh), testing::ball("1e-30")));
  }
}

TEST_CASE("coarse sum: a threshold that cannot be told from an atom",
          "[finite][periodic][ATOM-HULL]") {
  const Exact three{
      {Rational(1), Rational(0), Rational(-1)}, {number("0.3"), number("0.4"), number("0.3")}, 8};
  const Exact two{{Rational(1), Rational(-1)}, {number("0.6"), number("0.4")}, 8};
  for (const long t : {-2L, 0L, 2L}) {
    const Rational at(t);
    for (const bool strict : {true, false}) {
      CAPTURE(t, strict);
      const Ball a = two_point_tail(two.tail(undecided(at), strict, 20), kNoPoll);
      const Ball b = three_point_tail(three.tail(undecided(at), strict, 20), kNoPoll);
      const Ball c = type_tail(three.tail(undecided(at), strict, 20), kNoPoll);
      for (const bool counted : {true, false}) {  // t may be above or below the atom
        CHECK(a.contains(two.above(at, counted)));
        CHECK(b.contains(three.above(at, counted)));
        CHECK(c.contains(three.above(at, counted)));
      }
      CHECK(a.radius().log_approximate() < 0);
      CHECK(b.radius().log_approximate() < 0);
      CHECK(c.radius().log_approximate() < 0);
    }
  }
  // Losses that are not sorted are refused.
  Exact turned = three;
  std::swap(turned.loss[0], turned.loss[2]);
  CHECK_FALSE(three_point_tail(turned.tail(Ball(kP), true, 20), kNoPoll).is_finite());
  // An undecided threshold on one period of a line.
  const Composition c = Composition::parse("discrete_gaussian(sigma=2)^3");
  const plumbline::Real t([](Bits p) { return log(exp(Ball(Rational(1, 8), p))); });
  const auto engine = make_periodic(c);
  for (const char* exact : {"0.125", "0.12"}) {
    const plumbline::Real near(number(exact));
    for (const Question q : {Question::P_above, Question::Q_below}) {
      const Ball truth = make_periodic(c)->answer(q, near, Effort{25}).value;
      CAPTURE(exact, static_cast<int>(q));
      CHECK(engine->answer(q, t, Effort{20}).value.contains(truth.midpoint()));
    }
  }
}

TEST_CASE("coarse period: the decay of factors far apart, and of one",
          "[periodic][PERIOD-PRODUCT]") {
  // Two factors with the same lattice (one bound for all nodes) and with two lattices (arcs of a period).
  for (const char* text : {"discrete_gaussian(sigma=1)^2",
                           "discrete_gaussian(sigma=1) * discrete_gaussian(sigma=0.5)"}) {
    const Composition c = Composition::parse(text);
    const Rational h = c.lattice()->spacing, M(2001);
    const Ball D = Ball::pi(kP) * 2 / Ball(M * h, kP);
    std::vector<Ball> size(1001, Ball::integer(1, kP));
    for (const Factor& f : c.factors()) {
      const LineValues line = measure_of(*f.mechanism).transform_on_line(0.5, D, 1001, kP, kNoPoll);
      for (size_t k = 0; k < size.size(); ++k) {
        const ComplexBall z = line.values[k];
        const Ball square_size = square(z.real()) + square(z.imag());
        const Ball ratio = sqrt(square_size) / measure_of(*f.mechanism).transform(0.5, kP);
        size[k] = size[k] * power(ratio, f.count);
      }
    }
    for (const long last : {20L, 100L, 300L}) {
      const fourier::KeptNodes w =
          fourier::choose_nodes(c, h, {0.5, M, last, 0.5, 0}, Bits{96}, kNoPoll);
      CHECK(w.kept.empty());
      for (size_t k = static_cast<size_t>(last) + 1; k < size.size(); ++k) {
        CAPTURE(text, last, k);
        REQUIRE(certainly_at_most(size[k].lower(), w.decay.upper()));
      }
    }
  }
}
