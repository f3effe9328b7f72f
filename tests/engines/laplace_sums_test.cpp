#include "reference/engines/laplace_sums/laplace_sums.hpp"

#include "reference/arithmetic/heuristics.hpp"
#include "reference/composition/infinite_losses.hpp"
#include "reference/engines/closed_form.hpp"
#include "reference/engines/engine.hpp"
#include "reference/engines/fourier/fourier.hpp"
#include "reference/engines/knots/knots.hpp"
#include "reference/engines/laplace_sums/row_sums.hpp"
#include "reference/engines/laplace_sums/row_tail.hpp"
#include "tests/every.hpp"
#include "tests/support.hpp"
#include "tests/witness.hpp"

using namespace plumbline;
using plumbline::testing::ball;
using plumbline::testing::kQuestions;
using plumbline::testing::number;

namespace {

Ball by_sum(const Composition& c, Question q, const plumbline::Real& t, int digits) {
  return laplace_sums_entry().make(c)->answer(q, t, Effort{digits}).value;
}

}  // namespace

TEST_CASE("laplace_sums: one step is the closed form, at and around the atoms",
          "[cross][laplace_sums][LAPLACE-SUM]") {
  const Composition c = Composition::parse("laplace(b=2/3)");
  for (const char* t : {"-1.5", "-1.49", "-0.3", "0", "0.7", "1.4999", "1.5"}) {
    for (const Question q : kQuestions) {
      CAPTURE(t, static_cast<int>(q));
      const plumbline::Real at{number(t)};
      const Ball truth = closed_form_entry().make(c)->answer(q, at, Effort{30}).value;
      const Ball sum = by_sum(c, q, at, 25);
      CHECK(overlaps(sum, truth));
      CHECK((sum.relative_digits() >= 25 || sum.magnitude().log_approximate() < -100));
    }
  }
}

TEST_CASE("laplace_sums: two and three steps by hand", "[cross][laplace_sums][LAPLACE-SUM]") {
  // Tilted by 1/2 with mu = 1, at eps = 0: atoms and uniforms, integrated in closed form.
  using witness::Real;
  const Real e1 = exp(Real(1)), m0 = (e1 - 1 / e1) / 4, m1 = cosh(Real(1)) - 1;
  const Real m2 = (sinh(Real(1)) - 1) / 2;
  testing::check_meet(by_sum(Composition::parse("laplace(b=1)^2"), Question::delta,
                             plumbline::Real(Rational(0)), 28),
                      witness::as_ball((m0 + m1 + m2) / e1, 1e-31), 28);
  // An atom of S at t: P(S <= t) includes it. For two steps P(S = -2) = 1/4.
  const Composition two = Composition::parse("laplace(b=1)^2");
  testing::check_meet(by_sum(two, Question::P_below, plumbline::Real(Rational(-2)), 25),
                      ball("0.25"), 25);
  CHECK(by_sum(two, Question::P_below, plumbline::Real(number("-2.0001")), 25).is_exactly_zero());
  // Three steps by nested integration: delta_3(eps) = E_Q[delta_2(eps - L)], with eps - L at an atom or between
  // atoms.
  const auto delta2 = [&](const Ball& t) {
    return by_sum(two, Question::delta,
                  plumbline::Real([t](Bits p) { return t.at(wider(p, t.precision())); }), 25);
  };
  const Bits p{192};
  const Ball eps = ball("0.3", p), one = ball("1", p);
  // Under Q: mass 1/2 at +1, e^-1/2 at -1, and the density e^{-(1-x)}/2 on L = 2x - 1, 0 < x < 1.
  Ball sum = delta2(eps - 1) / 2 + delta2(eps + 1) * exp(-one) / 2;
  constexpr long kCells = 4000;
  for (long i = 0; i < kCells; ++i) {  // midpoint rule: error O(1/cells^2)
    const Ball x(Rational(2 * i + 1, 2UL * kCells), p);
    sum += exp(x - 1) / 2 * delta2(eps - (x * 2 - 1)) / kCells;
  }
  const Ball three = by_sum(Composition::parse("laplace(b=1)^3"), Question::delta,
                            plumbline::Real(number("0.3")), 25);
  CHECK(certainly_less(abs(three - sum), ball("1e-7")));
  CHECK(three.relative_digits() >= 25);
}

TEST_CASE("laplace_sums: many steps agree with an independent inversion and with the line",
          "[cross][laplace_sums][LAPLACE-SUM]") {
  const witness::Transform K = [](const witness::Real& c, const witness::Real& y) {
    return witness::power(witness::laplace_transform(witness::Real(1) / 4, c, y), 500);
  };
  const Composition c = Composition::parse("laplace(b=4)^500");
  for (const int t : {6, 18}) {
    const witness::Real truth = witness::delta(K, t, witness::Real("0.02"), 180);
    testing::check_meet(by_sum(c, Question::delta, plumbline::Real(Rational(t)), 20),
                        witness::as_ball(truth, 1e-16), 15);
  }
  testing::Random random(61);
  for (int i = 0; i < testing::iterations(25); ++i) {
    const std::string mechanism = "laplace(b=" + testing::Random::text(random.log_uniform(0.3, 8)) +
                                  ")^" + std::to_string(random.integer(2, 300));
    const Composition m = Composition::parse(mechanism);
    const auto where = m.approximate_location(random.integer(0, 1));
    const plumbline::Real t(
        number(testing::Random::text(where.mean + where.deviation * random.uniform(-4, 4))));
    const Question q = kQuestions[random.integer(0, 6)];
    CAPTURE(mechanism, t.approximate(), static_cast<int>(q));
    const Ball sum = by_sum(m, q, t, 20);
    CHECK(sum.relative_digits() >= 20);
    if (q == Question::delta || q == Question::one_minus_delta || q == Question::excess) {
      const Ball line = fourier_entry().make(m)->answer(q, t, Effort{8}).value;
      CHECK(overlaps(sum, line));
      CHECK(line.relative_digits() >= 2);
    }
  }
}

TEST_CASE("laplace_sums: what it does not cover is refused", "[laplace_sums]") {
  const auto refusal = [](const char* text) {
    return laplace_sums_entry().refusal(Composition::parse(text));
  };
  CHECK(refusal("laplace(b=1)^1500").empty());
  CHECK(refusal("laplace(b=100)^1000000").empty());
  CHECK(refusal("laplace(b=1)^2 * laplace(b=2)").empty());
  CHECK(refusal("laplace(b=1)^2 * randomized_response(epsilon=0.5)").empty());
  CHECK_FALSE(refusal("laplace(b=100)^1000001").empty());
  CHECK_FALSE(refusal("laplace(b=1) * laplace(b=1.0000001)").empty());  // cells of 2e-7
  CHECK_FALSE(refusal("randomized_response(epsilon=0.5)^3").empty());
  CHECK_FALSE(refusal("gaussian(sigma=1)").empty());
  CHECK_FALSE(refusal("laplace(b=1) * gaussian(sigma=1)").empty());
}

TEST_CASE("laplace_sums: several scales agree with the integral split at its breakpoints",
          "[cross][laplace_sums][LAPLACE-SUM]") {
  testing::Random random(67);
  const std::vector<std::string> scales = {"1", "2", "3", "1/2", "3/2", "5"};
  for (int i = 0; i < testing::iterations(12); ++i) {
    const auto factor = [&] {
      return "laplace(b=" + scales[static_cast<size_t>(random.integer(0, 5))] + ")^" +
             std::to_string(random.integer(1, 6));
    };
    const Composition c = Composition::parse(factor() + " * " + factor());
    const auto where = c.approximate_location(random.integer(0, 1));
    const plumbline::Real t(
        number(testing::Random::text(where.mean + where.deviation * random.uniform(-2, 2))));
    const Question q = kQuestions[random.integer(0, 6)];
    CAPTURE(c.expression(), t.approximate(), static_cast<int>(q));
    const Ball sum = by_sum(c, q, t, 20);
    if (sum.is_exact()) continue;  // beyond the support
    const Ball split = knots_entry().make(c)->answer(q, t, Effort{12}).value;
    CHECK(overlaps(sum, split));
    CHECK((sum.relative_digits() >= 20 || sum.is_exactly_zero()));
    CHECK((split.relative_digits() >= 8 || UpperBound::of(split).log_approximate() < -25));
  }
}

TEST_CASE("laplace_sums: two scales by integration over one step",
          "[cross][laplace_sums][LAPLACE-SUM]") {
  // delta(t) = E_Q[delta_rest(t - L)], where L is the loss of one step of laplace(b=1).
  const Composition rest = Composition::parse("laplace(b=2)^2"),
                    all = Composition::parse("laplace(b=1) * laplace(b=2)^2");
  const Bits p{128};
  const auto delta_rest = [&](const Ball& t) {
    return by_sum(rest, Question::delta, plumbline::Real::exactly(t.midpoint()), 20);
  };
  const Ball eps = ball("0.25", p), one = ball("1", p);
  Ball sum = delta_rest(eps - 1) / 2 + delta_rest(eps + 1) * exp(-one) / 2;
  constexpr long kCells = 2000;
  for (long i = 0; i < kCells; ++i) {  // midpoint rule: error O(1/cells^2)
    const Ball x(Rational(2 * i + 1, 2UL * kCells), p);
    sum += exp(x - 1) / 2 * delta_rest(eps - (x * 2 - 1)) / kCells;
  }
  const Ball whole = by_sum(all, Question::delta, plumbline::Real(number("0.25")), 25);
  CHECK(certainly_less(abs(whole - sum), ball("1e-6")));
  CHECK(whole.relative_digits() >= 25);
}

TEST_CASE("laplace_sums: with randomized response, and at thresholds on its nodes",
          "[cross][laplace_sums][LAPLACE-SUM]") {
  // A step with two losses +-h: delta(t) is exactly the sum of Q(h) delta_rest(t - h) over both.
  const Composition rest = Composition::parse("laplace(b=2)^3"),
                    all = Composition::parse("laplace(b=2)^3 * randomized_response(epsilon=3/4)");
  const Bits p{256};
  const Ball e = exp(Ball(number("0.75"), p)), up = e / (e + 1),
             down = Ball::integer(1, p) / (e + 1);
  for (const char* at : {"-0.75", "0", "0.25", "0.3", "1.25", "2.2"}) {
    for (const Question q : {Question::Q_above, Question::Q_below, Question::P_above,
                             Question::P_below, Question::delta}) {
      CAPTURE(at, static_cast<int>(q));
      const bool P = q == Question::P_above || q == Question::P_below;
      const Rational t = number(at), h = number("0.75");
      const Ball truth = (P ? down : up) * by_sum(rest, q, plumbline::Real(t - h), 30) +
                         (P ? up : down) * by_sum(rest, q, plumbline::Real(t + h), 30);
      testing::check_meet(by_sum(all, q, plumbline::Real(t), 25), truth, 25);
    }
  }
}

TEST_CASE("laplace_sums: cut noise and picks, one step in closed form and several beside the line",
          "[cross][laplace_sums][LAPLACE-SUM][slow]") {
  const auto finite_part = [](const std::string& text) {
    return *finite_losses(Composition::parse(text)).conditional;
  };
  for (const std::string text :
       {"truncated_laplace(b=1,bound=8)", "truncated_laplace(b=2,bound=3,sensitivity=2)",
        "truncated_laplace(b=1,bound=2,sensitivity=3)", "bounded_laplace(b=1,width=5,at=2)",
        "bounded_laplace(b=3/2,width=4,at=0)", "bounded_laplace(b=1,width=3,at=2)",
        "choice(1/3:laplace(b=1),2/3:laplace(b=2))",
        "choice(1/2:laplace(b=1),1/2:randomized_response(epsilon=1))"}) {
    const Composition one = finite_part(text);
    const double far = one.approximate_location(1).deviation;
    for (const double share : {-1.3, -0.4, 0.0, 0.2, 0.9, 1.7}) {
      const plumbline::Real t(number(testing::Random::text(share * far)));
      for (const Question q : kQuestions) {
        CAPTURE(text, t.approximate(), static_cast<int>(q));
        const Ball truth = closed_form_entry().make(one)->answer(q, t, Effort{30}).value;
        const Ball sum = by_sum(one, q, t, 20);
        CHECK(overlaps(sum, truth));
        CHECK((sum.relative_digits() >= 20 || sum.magnitude().log_approximate() < -40));
      }
    }
    const Composition several = finite_part(text + "^9");
    const auto where = several.approximate_location(1);
    const plumbline::Real t(number(testing::Random::text(where.mean + 0.3 * where.deviation)));
    for (const Question q : {Question::delta, Question::one_minus_delta, Question::excess}) {
      CAPTURE(text, t.approximate(), static_cast<int>(q));
      const Ball sum = by_sum(several, q, t, 20);
      const Ball line = fourier_entry().make(several)->answer(q, t, Effort{4}).value;
      CHECK(sum.relative_digits() >= 20);
      CHECK(overlaps(sum, line));
      CHECK(line.relative_digits() >= 1);
    }
  }
  // The engine refuses mechanisms whose loss is shifted.
  CHECK_FALSE(laplace_sums_entry()
                  .refusal(Composition::parse("exponential_mechanism(epsilon=1,lead=3)^2"))
                  .empty());
}

TEST_CASE("laplace_sums: two steps of cut noise by integration over one",
          "[cross][laplace_sums][slow]") {
  // delta_2(t) = E_Q[delta_1(t - L)] with delta_1 in closed form and L from the outputs: y in [0, 3] with densities
  // proportional to e^{-|y - 1|} (P) and e^{-|y - 2|} (Q).
  const Composition one = Composition::parse("bounded_laplace(b=1,width=3,at=1)"),
                    two = Composition::parse("bounded_laplace(b=1,width=3,at=1)^2");
  const Bits p{128};
  const auto delta_1 = [&](const Ball& t) {
    return closed_form_entry()
        .make(one)
        ->answer(Question::delta, plumbline::Real::exactly(t.midpoint()), Effort{20})
        .value;
  };
  const Ball whole =
      ball("1", p) * 2 - exp(-ball("1", p)) - exp(-ball("2", p));  // both normalising factors
  for (const char* at : {"0.3", "-0.2"}) {
    const Ball t = ball(at, p);
    Ball sum(p);
    constexpr long kCells = 3000;
    for (long i = 0; i < kCells; ++i) {  // midpoint rule: error O(1/cells^2)
      const Ball y(Rational(6 * i + 3, 2UL * kCells), p);
      const Ball from_P = abs(y - 1), from_Q = abs(y - 2);
      sum += exp(-from_Q) / whole * delta_1(t - (from_P - from_Q)) * 3 / kCells;
    }
    const Ball found = by_sum(two, Question::delta, plumbline::Real(number(at)), 25);
    CHECK(certainly_less(abs(found - sum), ball("1e-6")));
    CHECK(found.relative_digits() >= 25);
  }
}

TEST_CASE("laplace_sums: the rows left out hold what is said of them",
          "[laplace_sums][faults][LAPLACE-ROWS]") {
  using namespace plumbline::laplace_sums;
  for (const char* text : {"laplace(b=1)^40", "laplace(b=5)^30", "laplace(b=1)^6 * laplace(b=2)^9",
                           "laplace(b=1/3)^5 * laplace(b=1)^20"}) {
    std::string why;
    const LatticeSteps law = lattice_steps(Composition::parse(text), &why).value();
    const RowTail tail(law.steps, law.spacing);
    const long all = law.most_uniform();
    const Bits p{512};
    const auto rows = make_rows(law.steps, law.spacing, all, p, [] {});
    for (const double share : {0.3, 0.5, 0.7, 1.0}) {
      for (const long kept : {0L, 1L, 3L, 8L}) {
        for (const int tau : {-1, +1}) {
          CAPTURE(text, share, kept, tau);
          const Ball x = exact(share * static_cast<double>(law.reach), p + 2000);
          const auto part = make_rows(law.steps, law.spacing, kept, p, [] {});
          const Ball rest = sums_below(*rows, law.spacing, all, {tau}, x, false, [] {}).front() -
                            sums_below(*part, law.spacing, kept, {tau}, x, false, [] {}).front();
          // At the optimal parameters for this number of rows, and at the end of both ranges.
          const double rho = tau * law.spacing.approximate() / 2;
          Cut cut = tail.cut(share * static_cast<double>(law.reach), tau, -3);
          cut.rows = kept;
          for (const Cut& at : {cut, Cut{kept, rounded_down(rho, 40), 1}}) {
            const Ball most = tail.beyond(at, x, tau).ball(p);
            CHECK(certainly_positive(rest));
            CHECK(certainly_at_most(rest, most));
          }
          CHECK_FALSE(tail.beyond({kept, rho + 1, 2}, x, tau).is_finite());
          CHECK_FALSE(tail.beyond({kept, rho - 1, 0.5}, x, tau).is_finite());
        }
      }
    }
    CHECK(tail.beyond({all, 0, 1}, Ball::integer(law.reach, p), -1).is_zero());
  }
}

TEST_CASE("laplace_sums: few digits and many are the same number, as are few steps and many",
          "[cross][laplace_sums][slow]") {
  testing::Random random(71);
  for (int i = 0; i < testing::iterations(15); ++i) {
    const std::string mechanism =
        "laplace(b=" + testing::Random::text(random.log_uniform(20, 2000)) + ")^" +
        std::to_string(random.integer(100, 5000));
    const Composition c = Composition::parse(mechanism);
    const auto where = c.approximate_location(random.integer(0, 1));
    const plumbline::Real t(
        number(testing::Random::text(where.mean + where.deviation * random.uniform(-5, 5))));
    const Question q = kQuestions[random.integer(0, 6)];
    CAPTURE(mechanism, t.approximate(), static_cast<int>(q));
    const auto engine = laplace_sums_entry().make(c);
    const Ball many = engine->answer(q, t, Effort{45}).value;
    if (many.is_exact()) continue;
    CHECK(many.relative_digits() >= 45);
    for (const int digits : {3, 9, 16}) {
      const Ball few = engine->answer(q, t, Effort{digits}).value;
      CHECK(few.contains(many));
      CHECK(few.relative_digits() >= digits);
      CHECK(few.relative_digits() <= digits + 20);
      // The answer does not depend on earlier questions.
      const Ball again = laplace_sums_entry().make(c)->answer(q, t, Effort{digits}).value;
      CHECK(again.decimal_bounds(50) == few.decimal_bounds(50));
    }
  }
}

TEST_CASE("laplace_sums: very many steps agree with the line", "[cross][laplace_sums]") {
  const Composition c = Composition::parse("laplace(b=1000)^100000");
  for (const char* t : {"0", "0.3", "1"}) {
    CAPTURE(t);
    const plumbline::Real at{number(t)};
    const Ball sum = by_sum(c, Question::delta, at, 15);
    CHECK(sum.relative_digits() >= 15);
    const Ball line = fourier_entry().make(c)->answer(Question::delta, at, Effort{8}).value;
    CHECK(overlaps(sum, line));
    CHECK(line.relative_digits() >= 3);
  }
}

TEST_CASE("laplace_sums: at an atom that is not told from the threshold, both sides",
          "[laplace_sums][faults][LAPLACE-SUM]") {
  // The smallest and the middle atom, at thresholds known to 1e-40.
  const Composition c = Composition::parse("laplace(b=1)^2");
  for (const char* at : {"-2", "0"}) {
    const auto known_to = [&](const char* radius) {
      return plumbline::Real([at, radius](Bits p) {
        return widen(Ball(number(at), p), UpperBound::of(ball(radius)));
      });
    };
    for (const Question q :
         {Question::P_above, Question::P_below, Question::Q_above, Question::Q_below}) {
      CAPTURE(at, static_cast<int>(q));
      const Ball both = by_sum(c, q, known_to("1e-40"), 20);
      const Ball above = by_sum(c, q, plumbline::Real(number(at)), 20);
      const Ball below = by_sum(c, q, plumbline::Real(number(at) - number("1e-30")), 20);
      CHECK_FALSE(overlaps(above, below));
      CHECK(overlaps(both, above));
      CHECK(overlaps(both, below));
    }
  }
}
