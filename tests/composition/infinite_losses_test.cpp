#include "reference/composition/infinite_losses.hpp"

#include <cmath>
#include <ctime>
#include <limits>

#include "reference/engines/engine.hpp"
#include "reference/engines/planner.hpp"
#include "reference/quantities/divergence.hpp"
#include "reference/quantities/privacy_profile.hpp"
#include "reference/quantities/quantities.hpp"
#include "reference/questions/registry.hpp"
#include "reference/values/certified.hpp"
#include "reference/values/extended.hpp"
#include "tests/every.hpp"
#include "tests/support.hpp"

using namespace plumbline;
using plumbline::testing::ball;
using plumbline::testing::number;

namespace {

Certified ask(const char* quantity, const std::string& mechanism, Direction direction,
              const char* at) {
  PrivacyProfile profile(Composition::parse(mechanism), direction);
  return required_profile_quantity(quantity).compute(profile, number(at), Effort{18}).value();
}

}  // namespace

TEST_CASE("infinite losses: every engine's answers are completed by the same identities",
          "[cross][infinite]") {
  // For approximate_dp(eps, d) * M: delta = d + (1-d) delta of randomized_response * M.
  for (const auto& [eps, other] :
       {std::pair{"0.3", "gaussian(sigma=2)^3"},
        std::pair{"0", "subsampled_gaussian(sigma=1,p=0.1)^20"}, std::pair{"0", "laplace(b=3)^2"},
        std::pair{"0.3", "randomized_response(epsilon=0.2)^9"}}) {
    const std::string with =
        std::string("approximate_dp(epsilon=") + eps + ",delta=0.01)^2 * " + other;
    const std::string without =
        std::string("randomized_response(epsilon=") + eps + ")^2 * " + other;
    CAPTURE(with);
    const auto a = plan(Composition::parse(with), "auto");
    const auto b = plan(Composition::parse(without), "auto");
    CHECK(a->name() == b->name());
    const Ball rest = ball("0.9801"), lost = ball("0.0199");
    for (const char* t : {"-1", "0.2", "1.5"}) {
      const Real at{number(t)};
      const auto meet = [&](Question q, const Ball& add) {
        CAPTURE(t, static_cast<int>(q));
        const Ball x = a->answer(q, at, Effort{8}).value;
        const Ball y = rest * b->answer(q, at, Effort{8}).value + add;
        CHECK(overlaps(x, y));
        CHECK(certainly_less(abs(x - y), ball("1e-3")));
      };
      meet(Question::delta, lost);
      meet(Question::one_minus_delta, ball("0"));
      meet(Question::excess, lost * exp(at(Bits{128})));
      meet(Question::P_below, lost);
      meet(Question::P_above, ball("0"));
      meet(Question::Q_above, lost);
      meet(Question::Q_below, ball("0"));
    }
  }
}

TEST_CASE("infinite losses: tiny masses and many steps keep relative accuracy", "[infinite]") {
  const auto engine =
      plan(Composition::parse("approximate_dp(epsilon=1e-9,delta=1e-30)^1000000000"), "auto");
  // Beyond the largest loss delta equals 1 - (1-1e-30)^(1e9).
  const Ball far = engine->answer(Question::delta, Real(Rational(2)), Effort{25}).value;
  CHECK(far.relative_digits() >= 25);
  CHECK(certainly_less(abs(far - (ball("1e-21") - ball("4.999999995e-43"))), ball("1e-63")));
  PrivacyProfile profile(Composition::parse("approximate_dp(epsilon=1,delta=0.5)^100000"),
                         Direction::worst);
  CHECK(tradeoff(profile, Rational(0), Effort{15}).value().relative_digits() >= 15);
}

TEST_CASE("infinite losses: the quantities at and beyond the finite part", "[infinite]") {
  using Catch::Contains;
  // L = -inf occurs under P only
  const std::string lopsided = "finite(P=[0.1,0.5,0.4],Q=[0,0.7,0.3])^3";
  CHECK(ask("tradeoff", lopsided, Direction::forward, "0").value().contains(Rational(1)));
  CHECK(ask("tradeoff", lopsided, Direction::forward, "0.729").value().is_exactly_zero());
  CHECK_FALSE(
      ask("tradeoff", lopsided, Direction::forward, "0.7289").value().contains(Rational(0)));
  CHECK(ask("tradeoff", lopsided, Direction::reverse, "0").value().contains(number("0.729")));
  CHECK(ask("tradeoff", lopsided, Direction::worst, "0").value().contains(number("0.729")));
  CHECK(ask("rero", lopsided, Direction::forward, "0.9").value().contains(Rational(1)));
  CHECK_THROWS_WITH(ask("epsilon", lopsided, Direction::reverse, "0.001"),
                    Contains("infinite with probability 0.271"));
  CHECK(ask("epsilon", lopsided, Direction::forward, "0.001").reached());
  // If delta is exactly the infinite mass, epsilon is the largest finite loss.
  const std::string pair = "approximate_dp(epsilon=1,delta=1e-5)";
  for (const Direction d : {Direction::forward, Direction::reverse, Direction::worst}) {
    CHECK(ask("epsilon", pair, d, "1e-5").value().contains(Rational(1)));
    CHECK_THROWS_WITH(ask("epsilon", pair, d, "9e-6"), Contains("no finite epsilon"));
    const Ball more = ask("epsilon", pair, d, "1.1e-5").value();
    CHECK(certainly_less(more, ball("1")));
    CHECK(more.relative_digits() >= 15);
  }
  CHECK_THROWS_WITH(ask("epsilon", pair + " * gaussian(sigma=1)", Direction::worst, "1e-5"),
                    Contains("no finite epsilon"));
  // The two extremes.
  for (const Direction d : {Direction::forward, Direction::reverse, Direction::worst}) {
    CHECK(ask("delta", "blatantly_non_private() * laplace(b=1)", d, "3")
              .value()
              .contains(Rational(1)));
    CHECK(ask("tradeoff", "blatantly_non_private()", d, "0").value().is_exactly_zero());
    CHECK(ask("bayes", "blatantly_non_private()", d, "0.3").value().is_exactly_zero());
    CHECK_THROWS_WITH(ask("epsilon", "blatantly_non_private()", d, "0.5"),
                      Contains("probability 1, so that delta is 1 at every epsilon"));
    CHECK(ask("tv", "perfectly_private()^7", d, "0").value().is_exactly_zero());
    CHECK(ask("bayes", "perfectly_private()", d, "0.3").value().contains(number("0.3")));
    CHECK(ask("tradeoff", "perfectly_private()", d, "0.3").value().contains(number("0.7")));
    testing::check_meet(ask("epsilon", "perfectly_private()", d, "0.25").value(), log(ball("0.75")),
                        15);
  }
  CHECK(ask("rero", "blatantly_non_private()", Direction::forward, "0")
            .value()
            .contains(Rational(1)));
  PrivacyProfile M(Composition::parse("blatantly_non_private()"), Direction::worst);
  PrivacyProfile N(Composition::parse("perfectly_private()"), Direction::worst);
  CHECK(divergence(N, M, Effort{10}).value.value().contains(number("0.5")));
}

TEST_CASE("infinite losses: zero losses leave the composition", "[infinite]") {
  const auto engine =
      plan(Composition::parse("perfectly_private()^5 * gaussian(sigma=1)^4"), "auto");
  CHECK(engine->name() == "closed_form");
  CHECK(finite_losses(Composition::parse("perfectly_private()^5")).conditional->single());
  CHECK_FALSE(finite_losses(Composition::parse("blatantly_non_private()*gaussian(sigma=1)"))
                  .conditional.has_value());
}

TEST_CASE("infinite losses: trade-off functions of the two directions are inverse", "[infinite]") {
  const std::string mechanism = "finite(P=[0.1,0.2,0.3,0.4],Q=[0.3,0.3,0.4,0])^4";
  for (const char* alpha : {"0.01", "0.05", "0.1"}) {
    const Ball f = ask("tradeoff", mechanism, Direction::forward, alpha).value();
    // f_reverse(f(alpha)) = alpha, tested at a rational within 1e-15 of f(alpha).
    PrivacyProfile reverse(Composition::parse(mechanism), Direction::reverse);
    const Rational at = number(f.decimal_bounds(17).first);
    const Ball back = tradeoff(reverse, at, Effort{15}).value();
    CHECK(certainly_less(abs(back - ball(alpha)), ball("1e-12")));
  }
}

TEST_CASE("infinite losses: what is far less than they are is not computed, nor waited for",
          "[infinite][slow]") {
  // In reverse, the outputs 0 and 1 of the Poisson noise occur only with the record: mass 2/e.
  PrivacyProfile reverse(
      Composition::parse("skellam(mu=10,sensitivity=3) * poisson(mu=1,sensitivity=2)"),
      Direction::reverse);
  const Bits p{4096};  // tighter than any answer
  const Ball infinite = exp(Ball::integer(-1, p)) * 2;
  for (const char* epsilon : {"20", "60", "700"}) {
    CAPTURE(epsilon);
    const Certified value = delta(reverse, number(epsilon), Effort{15});
    CHECK(value.reached());
    CHECK(certainly_less(abs(value.value() - infinite), ball("1e-9")));
    CHECK(certainly_at_most(infinite, value.value().upper()));
  }
  // The finite part reaches 18 digits where it is not small.
  const Composition composition =
      Composition::parse("skellam(mu=2,sensitivity=3) * poisson(mu=1,sensitivity=2)");
  const Real t{Rational(-2)};
  const auto sharp = plan(composition, "auto"), witness = plan(composition, "lattice");
  const Ball found = sharp->answer(Question::excess, t, Effort{18}).value;
  CHECK(found.relative_digits() >= 18);
  CHECK(overlaps(found, witness->answer(Question::excess, t, Effort{3}).value));
  const auto out_of_time = [] { throw Interrupted(); };
  const Ball rough =
      plan(composition, "auto")->answer(Question::excess, t, Effort{15, out_of_time}).value;
  CHECK(rough.contains(found.midpoint()));
  CHECK(certainly_less(exp(Ball::integer(-2, p)) * infinite * ball("0.999"), rough.lower()));
}

TEST_CASE("infinite losses: cut Laplace noise at thresholds that are sums of its atoms",
          "[infinite][laplace_sums]") {
  using plumbline::testing::ball;
  const Effort effort{20};
  const auto asked = [&](const char* text, Question question, const char* t) {
    return plan(Composition::parse(text), "auto")->answer(question, Real(number(t)), effort).value;
  };
  // Truncated at 1000 scales, the noise equals Laplace noise up to e^-999, also at the atoms of its sums.
  for (const Question question : plumbline::testing::kQuestions) {
    for (const char* t : {"0", "2/3", "-2/3"}) {
      CAPTURE(static_cast<int>(question), t);
      const Ball cut = asked("truncated_laplace(b=3,bound=3000)^2", question, t);
      const Ball whole = asked("laplace(b=3)^2", question, t);
      CHECK(cut.relative_digits() >= 20);
      CHECK(certainly_less(abs(cut - whole), ball("1e-19") * (abs(whole) + 1)));
    }
  }
  // Beyond the largest finite loss of all steps delta is the mass of infinite loss: with A = bound/b and m = 1/b, a
  // step is finite with probability (2 - e^-(A-m) - e^-A)/(2 (1 - e^-A)).
  for (const char* t : {"1", "2", "7/2"}) {
    const Bits p{256};
    const Ball A = ball("15", p), inner = exp(-(A - ball("0.5", p))), outer = exp(-A);
    const Ball finite = (ball("2", p) - inner - outer) / (ball("2", p) - outer * 2);
    const Ball truth = ball("1", p) - square(finite);
    testing::check_meet(asked("truncated_laplace(b=2,bound=30)^2", Question::delta, t), truth, 20);
  }
  // Mixtures of such mechanisms, and noise in the middle of a fixed width, are covered too.
  for (const char* text : {"choice(1/3:truncated_laplace(b=2,bound=30),2/3:laplace(b=2))^2",
                           "bounded_laplace(b=2,width=5,at=2)^2"}) {
    for (const Question question : plumbline::testing::kQuestions) {
      for (const char* t : {"-1/2", "0", "1/2"}) {
        CAPTURE(text, static_cast<int>(question), t);
        const Rational at = number(t), step = number("1e-24");
        const auto engine = plan(Composition::parse(text), "auto");
        // All seven functions are continuous from the right.
        const Ball here = engine->answer(question, Real(at), effort).value;
        const Ball next = engine->answer(question, Real(at + step), effort).value;
        CHECK(here.relative_digits() >= 20);
        CHECK(certainly_less(abs(here - next), ball("1e-19")));
      }
    }
  }
}

TEST_CASE("infinite losses: integer noise where next to nothing happens, and where nothing does",
          "[infinite]") {
  // For rare events delta is a sum of three terms: losses log(x/mu), x = 4, 5, 6.
  PrivacyProfile rare(Composition::parse("poisson(mu=0.001)"), Direction::forward);
  const auto start = std::clock();
  const Effort effort{12, [&] {
                        if (std::clock() - start > 30 * CLOCKS_PER_SEC) throw Interrupted();
                      }};
  const double found = epsilon(rare, number("1e-12"), effort)->value().approximate();
  double mass = std::exp(-0.001), delta = 0;  // the mass of x - 1
  for (int x = 1; x <= 6; ++x) {
    delta += std::max(0.0, mass - std::exp(found) * mass * 0.001 / x);
    mass *= 0.001 / x;
  }
  CHECK(delta == Approx(1e-12).epsilon(1e-8));
  // A loss above 5 requires an output above 5800 or 36000; its probability is below 10^-20000, which is bounded
  // quickly. The expected value sums the first such outputs in doubles, as a logarithm.
  for (const auto& [mu, mechanism] : {std::pair{2.5, "subsampled(poisson(mu=2.5),p=0.01)"},
                                      std::pair{0.4, "subsampled(poisson(mu=0.4),p=0.01)"}}) {
    CAPTURE(mechanism);
    double expected = -std::numeric_limits<double>::infinity();
    const double first = std::floor(mu * (std::exp(5.0) - 0.99) / 0.01) + 1;
    for (double x = first; x < first + 20; ++x) {
      const double log_mass = x * std::log(mu) - mu - std::lgamma(x + 1);
      const double term = log_mass + std::log(0.99 + 0.01 * x / mu - std::exp(5.0));
      const double larger = std::max(expected, term);
      expected = larger + std::log1p(std::exp(std::min(expected, term) - larger));
    }
    PrivacyProfile sampled(Composition::parse(mechanism), Direction::worst);
    const Ball nothing = plumbline::delta(sampled, Real(Rational(5)), effort).value();
    CHECK(nothing.upper().log_approximate() < -20000 * std::log(10.0));
    CHECK(nothing.upper().log_approximate() > expected - 1e-6);
    CHECK((certainly_at_most(nothing.lower(), Ball(Bits{64})) ||
           nothing.lower().log_approximate() < expected + 1e-6));
  }
}
