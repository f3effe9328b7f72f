/// Section VII: channels compared with definitions, formulas and random input laws.
#include "reference/channels/local_privacy.hpp"

#include <cmath>

#include "reference/channels/channel_values.hpp"
#include "reference/channels/f_divergence.hpp"
#include "reference/values/mint.hpp"
#include "tests/support.hpp"

using namespace plumbline;
using plumbline::testing::ball;
using plumbline::testing::check_meet;
using plumbline::testing::number;
using plumbline::testing::Random;

namespace {

const Rational kOne(1);
const Bits kBits{256};

Real log_of(const Rational& q) { return Real(LogLinear{Rational(0), {{q, kOne}}}); }

std::vector<Rational> random_law(Random& random, int size, bool zeros) {
  std::vector<Rational> out;
  Rational sum(0);
  while (sum.is_zero()) {
    out.clear();
    sum = Rational(0);
    for (int i = 0; i < size; ++i) {
      out.push_back(Rational(random.integer(zeros ? 0 : 1, 20)));
      sum = sum + out.back();
    }
  }
  for (Rational& x : out) x = x / sum;
  return out;
}

std::vector<Real> reals(const std::vector<Rational>& values) {
  return {values.begin(), values.end()};
}

Channel random_channel(Random& random, int inputs, int outputs) {
  std::vector<std::vector<Real>> rows;
  for (int x = 0; x < inputs; ++x) rows.push_back(reals(random_law(random, outputs, false)));
  return Channel(rows);
}

Ball tv(const std::vector<Real>& P, const std::vector<Real>& Q) {
  return *f_divergence(convex_function("tv"), P, Q, kBits);
}
Ball of(const std::string& f, const std::vector<Real>& P, const std::vector<Real>& Q) {
  return *f_divergence(convex_function(f), P, Q, kBits);
}

}  // namespace

TEST_CASE("Channels: epsilon and eta against their definitions", "[papers][channel]") {
  Random random(31);
  for (int i = 0; i < testing::iterations(20); ++i) {
    const Channel channel = random_channel(random, random.integer(2, 4), random.integer(2, 4));
    const LocalPrivacy local = local_privacy(channel);
    // All events S, not only single outputs.
    Rational ratio = kOne, eta(0);
    for (size_t x = 0; x < channel.inputs(); ++x) {
      for (size_t other = 0; other < channel.inputs(); ++other) {
        for (unsigned S = 1; S < 1U << channel.outputs(); ++S) {
          Rational a(0), b(0);
          for (size_t y = 0; y < channel.outputs(); ++y) {
            if ((S >> y & 1U) == 0) continue;
            a = a + *channel.row(x)[y].rational();
            b = b + *channel.row(other)[y].rational();
          }
          ratio = std::max(ratio, a / b);
          eta = std::max(eta, a - b);
        }
      }
    }
    CHECK(local.exact_ratio == ratio);
    CHECK(local.eta.rational() == eta);
    CHECK(overlaps((*local.epsilon)(kBits), log(Ball(ratio, kBits))));
    CHECK(is_locally_private(local, log_of(ratio)) == true);
    CHECK(is_locally_private(local, log_of(ratio - number("1e-30"))) == false);
    CHECK(has_total_variation(local, Real(eta)) == true);
    CHECK(has_total_variation(local, Real(eta - number("1e-30"))) == false);
    // (26) as intended (E54): eta <= (e^eps-1)/(e^eps+1).
    CHECK(eta <= (ratio - kOne) / (ratio + kOne));
    // delta(0) = eta, and delta = 0 beyond epsilon.
    CHECK(local_delta(channel, Real(Rational(0)), kBits).contains(eta));
    CHECK(local_delta(channel, log_of(ratio), kBits).contains(Rational(0)));
  }
}

TEST_CASE("Channels: what the construction says decides equality", "[papers][channel]") {
  Random random(32);
  for (int i = 0; i < testing::iterations(10); ++i) {
    const Rational e(random.integer(1, 400), 100UL), more = e + number("1e-40");
    const Ball most = expm1(Ball(e, kBits)) / (exp(Ball(e, kBits)) + 1);
    // A decimal below the largest total variation.
    const Rational eta = Rational::parse(most.decimal_bounds(5).first) / Rational(2);
    const LocalPrivacy extremal = local_privacy(extremal_channel(Real(e), Real(eta)));
    const LocalPrivacy response = local_privacy(randomized_response_channel(Real(e), 3));
    for (const LocalPrivacy& one : {extremal, response}) {
      // The computation from the matrix agrees, but only up to an error.
      CHECK((*one.epsilon)(kBits).contains(e));
      CHECK(is_locally_private(one, Real(e)) == true);
      CHECK(is_locally_private(one, Real(more)) == true);
      CHECK(is_locally_private(one, Real(e - number("1e-40"))) == false);
    }
    CHECK(extremal.eta(kBits).contains(eta));
    CHECK(has_total_variation(extremal, Real(eta)) == true);
    CHECK(has_total_variation(extremal, Real(eta - number("1e-40"))) == false);
    // An erasure scales eta and does not change epsilon.
    const Rational alpha(random.integer(0, 99), 100UL), rest = eta * (kOne - alpha);
    const LocalPrivacy less = local_privacy(erased(extremal_channel(Real(e), Real(eta)), alpha));
    CHECK(less.eta(kBits).contains(rest));
    CHECK(has_total_variation(less, Real(rest)) == true);
    CHECK(has_total_variation(less, Real(rest - number("1e-40"))) == false);
    CHECK(is_locally_private(less, Real(e)) == true);
    const LocalPrivacy nothing = local_privacy(erased(extremal_channel(Real(e), Real(eta)), kOne));
    CHECK(is_locally_private(nothing, Real(Rational(0))) == true);
    CHECK(has_total_variation(nothing, Real(Rational(0))) == true);
  }
}

TEST_CASE("Channels: bad ones are refused with the row", "[papers][channel]") {
  const auto make = [](const std::vector<std::vector<Rational>>& rows) {
    std::vector<std::vector<Real>> out;
    for (const auto& row : rows) out.push_back(reals(row));
    return Channel(out);
  };
  const Rational half(1, 2), third(1, 3);
  CHECK_THROWS_WITH(make({{half, half}, {half, third}}),
                    Catch::Contains("row 2 sums to 5/6, not to 1"));
  CHECK_THROWS_WITH(make({{half + kOne, -half}}),
                    Catch::Contains("row 1, column 2") && Catch::Contains("-0.5"));
  CHECK_THROWS_WITH(make({{half, half}, {kOne}}), Catch::Contains("row 2 has 1 entries"));
  CHECK_THROWS(Channel({}));
  CHECK_THROWS_WITH(extremal_channel(Real(kOne), Real(number("0.5"))),
                    Catch::Contains("0.4621171572"));
  CHECK_THROWS_WITH(extremal_channel(Real(-kOne), Real(Rational(0))),
                    Catch::Contains("epsilon must be at least 0, got -1"));
  CHECK_THROWS_WITH(randomized_response_channel(log_of(third), 3),
                    Catch::Contains("epsilon must be at least 0, got -1.09"));
  CHECK_THROWS_WITH(convex_function("renyi"), Catch::Contains("jensen_shannon"));
  CHECK_THROWS_AS(convex_function("hockey_stick(1/2)"), std::invalid_argument);
}

TEST_CASE("Theorem 4: the extremal pair attains equation 32, random channels stay below",
          "[papers][channel]") {
  Random random(32);
  const std::vector<std::string> names{
      "kl",     "reverse_kl",        "chi2",       "tv",      "hellinger", "jensen_shannon",
      "le_cam", "hockey_stick(6/5)", "power(1/2)", "power(3)"};
  for (int i = 0; i < testing::iterations(8); ++i) {
    const Rational E = kOne + Rational(random.integer(1, 40)) / Rational(10);
    const Rational eta = (E - kOne) / (E + kOne) * Rational(random.integer(1, 10)) / Rational(10);
    const Channel extremal = extremal_channel(log_of(E), Real(eta));
    REQUIRE(extremal.rational());
    const LocalPrivacy its = local_privacy(extremal);
    CHECK(its.exact_ratio == E);
    CHECK(its.eta.rational() == eta);
    const Channel channel = random_channel(random, 3, 4);
    const LocalPrivacy local = local_privacy(channel);
    for (const std::string& name : names) {
      CAPTURE(name, E.text(), eta.text());
      const ConvexFunction f = convex_function(name);
      const Ball formula = *largest_f_divergence(f, log_of(E), Real(eta), kBits);
      const Ball attained = *f_divergence(f, extremal.row(0), extremal.row(1), kBits);
      CHECK(overlaps(formula, attained));
      const bool zero = name.rfind("hockey", 0) == 0 && E <= number("1.2");
      if (!zero) check_meet(formula, attained, 30);
      const auto bound = largest_f_divergence(f, local.epsilon, local.eta, kBits);
      for (size_t x = 0; x < 3; ++x) {
        for (size_t other = 0; other < 3; ++other) {
          const auto value = f_divergence(f, channel.row(x), channel.row(other), kBits);
          CHECK_FALSE(certainly_less(*bound, *value));
        }
      }
    }
    // In closed form: eta eps, eta (e^eps-1)(1+e^-eps), eta (statements T-30).
    const Ball h(eta, kBits), ratio(E, kBits);
    check_meet(*largest_f_divergence(convex_function("kl"), log_of(E), Real(eta), kBits),
               h * log(ratio), 30);
    check_meet(*largest_f_divergence(convex_function("chi2"), log_of(E), Real(eta), kBits),
               h * (ratio - 1) * (Ball::integer(1, kBits) + Ball::integer(1, kBits) / ratio), 30);
    check_meet(*largest_f_divergence(convex_function("tv"), log_of(E), Real(eta), kBits), h, 30);
  }
}

TEST_CASE("Theorem 4 with transcendental ratios and without epsilon", "[papers][channel]") {
  const Channel extremal = extremal_channel(Real(kOne), Real(number("0.3")));
  CHECK_FALSE(extremal.rational());
  check_meet(of("kl", extremal.row(0), extremal.row(1)), ball("0.3"), 30);
  const LocalPrivacy local = local_privacy(extremal);
  CHECK(overlaps((*local.epsilon)(kBits), ball("1")));
  CHECK(overlaps(local.eta(kBits), ball("0.3")));
  // A zero and a positive entry in one column: no epsilon, infinite kl, finite hellinger.
  const Channel zero({{Real(number("1/2")), Real(number("1/2"))}, {Real(kOne), Real(number("0"))}});
  const LocalPrivacy its = local_privacy(zero);
  CHECK_FALSE(its.epsilon);
  CHECK(its.eta.rational() == number("1/2"));
  CHECK_FALSE(largest_f_divergence(convex_function("kl"), its.epsilon, its.eta, kBits));
  CHECK(largest_f_divergence(convex_function("hellinger"), its.epsilon, its.eta, kBits)
            ->contains(kOne));
  CHECK_FALSE(f_divergence(convex_function("kl"), zero.row(0), zero.row(1), kBits));
  CHECK(f_divergence(convex_function("kl"), zero.row(1), zero.row(0), kBits));
  CHECK(is_locally_private(its, Real(number("100"))) == false);
}

TEST_CASE("Contraction: certified maxima against formulas and random inputs",
          "[papers][channel][LECAM-MAXIMUM]") {
  Random random(33);
  SECTION("Theorem 5 and (34): the extremal channel, beta = 1/2") {
    for (int i = 0; i < testing::iterations(6); ++i) {
      const Rational E = kOne + Rational(random.integer(1, 40)) / Rational(10);
      const Rational eta = (E - kOne) / (E + kOne) * Rational(random.integer(1, 10)) / Rational(10);
      const Contraction c = contraction_coefficient(extremal_channel(log_of(E), Real(eta)), {30});
      check_meet(c.value, Ball(eta * (E - kOne) / (E + kOne), kBits), 29);
      CHECK(std::fabs(c.beta.approximate() - 0.5) < 1e-6);
    }
  }
  SECTION("(36): M-ary randomized response, tight") {
    for (const long M : {2L, 3L, 5L}) {
      for (const char* E : {"1.1", "3", "20"}) {
        const Rational e = number(E);
        const Contraction c =
            contraction_coefficient(randomized_response_channel(log_of(e), M), {25});
        const Rational formula = (e - kOne) * (e - kOne) / ((e + Rational(M - 1)) * (e + kOne));
        CHECK(c.value.contains(formula));
        CHECK(c.value.relative_digits() >= 25);
      }
      const Contraction c =
          contraction_coefficient(randomized_response_channel(Real(number("0.7")), M), {20});
      const Ball x = exp(ball("0.7"));
      check_meet(c.value, square(x - 1) / ((x + (M - 1)) * (x + 1)), 20);
    }
  }
  SECTION("random channels: Theorem 5, the maximum over a grid, and the definition") {
    for (int i = 0; i < testing::iterations(10); ++i) {
      const Channel channel = random_channel(random, random.integer(2, 3), random.integer(2, 4));
      const LocalPrivacy local = local_privacy(channel);
      const Contraction c = contraction_coefficient(channel, {20});
      CHECK_FALSE(certainly_less(largest_contraction(local.epsilon, local.eta, kBits), c.value));
      CHECK(c.value.relative_digits() >= 20);
      double grid = 0;
      for (size_t x = 0; x < channel.inputs(); ++x) {
        for (size_t other = 0; other < x; ++other) {
          for (int n = 1; n < 200; ++n) {
            const Ball beta(Rational(n) / Rational(200), kBits);
            const Ball value = le_cam(channel.row(x), channel.row(other), beta);
            CHECK_FALSE(certainly_less(c.value, value));
            grid = std::max(grid, value.approximate());
            // The closed form of equation 38.
            if (n != 50) continue;
            Ball sum(kBits);
            for (size_t y = 0; y < channel.outputs(); ++y) {
              const Ball p = channel.row(x)[y](kBits), q = channel.row(other)[y](kBits);
              sum += square(p - q) / (beta * p + (Ball::integer(1, kBits) - beta) * q);
            }
            check_meet(value, beta * (Ball::integer(1, kBits) - beta) * sum, 30);
          }
        }
      }
      CHECK(grid > c.value.approximate() * (1 - 1e-3));
      // Definition 23: no two laws contract less, for kl and chi2; neighbouring laws come close.
      double best = 0;
      for (int n = 0; n < 30; ++n) {
        const int size = static_cast<int>(channel.inputs());
        const auto P0 = reals(random_law(random, size, true)),
                   P1 = reals(random_law(random, size, false));
        const auto M0 = output_law(channel, P0), M1 = output_law(channel, P1);
        for (const char* f : {"kl", "chi2"}) {
          const Ball before = of(f, P0, P1), after = of(f, M0, M1);
          CHECK_FALSE(certainly_less(c.value * before, after));
          if (certainly_positive(before)) best = std::max(best, (after / before).approximate());
        }
        CHECK_FALSE(certainly_less(local.eta(kBits) * tv(P0, P1), tv(M0, M1)));
      }
      // chi2 of two-point laws near beta at the maximising pair of inputs.
      std::vector<Real> P0(channel.inputs(), Real(Rational(0))), P1 = P0;
      const Rational beta = Rational::from_binary64(c.beta.approximate()), step = number("1e-6");
      P1[c.at.first] = Real(beta);
      P1[c.at.second] = Real(kOne - beta);
      P0[c.at.first] = Real(beta + step);
      P0[c.at.second] = Real(kOne - beta - step);
      const double near =
          (of("kl", output_law(channel, P0), output_law(channel, P1)) / of("kl", P0, P1))
              .approximate();
      CHECK(near > c.value.approximate() * (1 - 1e-4));
      CHECK(best <= c.value.approximate() * (1 + 1e-12));
    }
  }
  SECTION("maxima at the ends: rows with zeros") {
    const auto row = [](const char* a, const char* b, const char* c) {
      return std::vector<Real>{Real(number(a)), Real(number(b)), Real(number(c))};
    };
    // h decreases from h(0) = 1 - 0.2.
    const LeCamMaximum one = le_cam_maximum(row("0.2", "0.8", "0"), row("0.5", "0", "0.5"), kBits);
    CHECK(one.value.contains(number("0.8")));
    CHECK(one.value.relative_digits() > 30);
    const LeCamMaximum other =
        le_cam_maximum(row("0.5", "0", "0.5"), row("0.2", "0.8", "0"), kBits);
    CHECK(other.value.contains(number("0.8")));
    const LeCamMaximum apart = le_cam_maximum(row("1", "0", "0"), row("0", "0.5", "0.5"), kBits);
    CHECK(apart.value.contains(kOne));
    const LeCamMaximum same =
        le_cam_maximum(row("1/3", "1/3", "1/3"), row("1/3", "1/3", "1/3"), kBits);
    CHECK(same.value.contains(Rational(0)));
  }
}

TEST_CASE("Proposition 2, Theorem 6 and equation 41 on random laws", "[papers][channel]") {
  Random random(34);
  for (int i = 0; i < testing::iterations(15); ++i) {
    const int size = random.integer(2, 4);
    const Channel channel = random_channel(random, size, 3);
    const LocalPrivacy local = local_privacy(channel);
    if (local.eta.rational()->is_zero()) continue;
    const auto p0 = random_law(random, size, true), p1 = random_law(random, size, true);
    const auto P0 = reals(p0), P1 = reals(p1);
    const auto M0 = output_law(channel, P0), M1 = output_law(channel, P1);
    const Ball distance = tv(P0, P1);
    const Ball bound = chi2_bound(*local.epsilon, local.eta, distance, kBits);
    CHECK_FALSE(certainly_less(bound, of("chi2", M0, M1)));
    const Channel binary = binary_with_erasure(p0, p1, *local.epsilon, local.eta);
    const auto B0 = output_law(binary, P0), B1 = output_law(binary, P1);
    check_meet(tv(B0, B1), local.eta(kBits) * distance, distance.is_exactly_zero() ? -1 : 30);
    CHECK_FALSE(certainly_less(tv(B0, B1), tv(M0, M1)));  // Proposition 2
    // (41) for this channel's divergence, which is at most the largest one, and the inequality in its proof.
    const Ball guarantee = erasure_guarantee(*local.epsilon, local.eta, kBits);
    CHECK_FALSE(certainly_less(of("kl", B0, B1), guarantee * of("kl", M0, M1)));
    CHECK_FALSE(certainly_less(of("kl", B0, B1), guarantee * bound));
  }
}

TEST_CASE("Theorem 7: erasure scales total variation and every divergence", "[papers][channel]") {
  Random random(35);
  for (int i = 0; i < testing::iterations(6); ++i) {
    const Channel channel = random_channel(random, 3, 3);
    const Rational alpha = Rational(random.integer(0, 9)) / Rational(10);
    const Channel less = erased(channel, alpha);
    const LocalPrivacy before = local_privacy(channel), after = local_privacy(less);
    CHECK(before.exact_ratio == after.exact_ratio);
    CHECK(*after.eta.rational() == (kOne - alpha) * *before.eta.rational());
    const auto P0 = reals(random_law(random, 3, true)), P1 = reals(random_law(random, 3, true));
    for (const char* f : {"kl", "chi2", "hellinger", "tv"}) {
      const Ball full = of(f, output_law(channel, P0), output_law(channel, P1));
      const Ball scaled = of(f, output_law(less, P0), output_law(less, P1));
      CHECK(overlaps(scaled, full * Ball(kOne - alpha, kBits)));
    }
    // Binary inputs: every channel of the class is a post-processing of the extremal one (Blackwell), so (42) is an
    // equality.
    const Rational E = kOne + Rational(random.integer(1, 30)) / Rational(10);
    const Rational most = (E - kOne) / (E + kOne);
    const auto p0 = reals(random_law(random, 2, true)), p1 = reals(random_law(random, 2, true));
    const Channel best = randomized_response_channel(log_of(E), 2),
                  refined = extremal_channel(log_of(E), Real(most * (kOne - alpha)));
    for (const char* f : {"kl", "chi2"}) {
      const Ball full = of(f, output_law(best, p0), output_law(best, p1));
      CHECK(overlaps(of(f, output_law(refined, p0), output_law(refined, p1)),
                     full * Ball(kOne - alpha, kBits)));
    }
  }
}

TEST_CASE("Certified values of a channel: against fractions, infinite where a row has a zero",
          "[papers][channel]") {
  const auto meets = [](const Certified& x, const Ball& y) {
    CHECK(x.reached());
    check_meet(x.value(), y, 30);
  };
  const Channel channel(
      {reals({Rational(3, 4), Rational(1, 4)}), reals({Rational(1, 4), Rational(3, 4)})});
  const LocalPrivacy local = local_privacy(channel);
  const ConvexFunction total = convex_function("tv"), kl = convex_function("kl");
  meets(*certified_epsilon(local, 30), log_of(Rational(3))(kBits));
  meets(certified_eta(local, 30), ball("1/2"));
  meets(certified_delta(channel, log_of(Rational(2)), 30), ball("1/4"));
  meets(contraction_bound(local, 30), ball("1/4"));
  meets(*contraction_bound_by_epsilon(local, 30), ball("1/4"));
  meets(*largest_between_rows(channel, total, 30), ball("1/2"));
  meets(*divergence_bound(local, total, 30), ball("1/2"));  // the extremal channel
  CHECK_FALSE(certainly_less(divergence_bound(local, kl, 30)->value(),
                             largest_between_rows(channel, kl, 30)->value()));
  const InputLaws sure{reals({kOne, Rational(0)}), reals({Rational(0), kOne})};
  const auto binary = binary_outputs(local, sure);
  REQUIRE(binary);
  CHECK(binary->P0.size() == 2);
  meets(*divergence_of_laws(total, binary->P0, binary->P1, 30), ball("1/2"));
  CHECK_FALSE(certainly_less(
      chi2_output_bound(local, sure, 30).value(),
      divergence_of_laws(convex_function("chi2"), channel.row(0), channel.row(1), 30)->value()));

  const Channel zero({reals({kOne, Rational(0)}), reals({Rational(1, 2), Rational(1, 2)})});
  const LocalPrivacy open = local_privacy(zero);
  CHECK_FALSE(certified_epsilon(open, 30));
  CHECK_FALSE(contraction_bound_by_epsilon(open, 30));
  CHECK_FALSE(largest_between_rows(zero, kl, 30));
  CHECK_FALSE(divergence_bound(open, kl, 30));
  CHECK_FALSE(binary_outputs(open, sure));
  meets(*largest_between_rows(zero, total, 30), ball("1/2"));
}

TEST_CASE("Certified values of a channel: the precision rises as far as the digits take",
          "[papers][channel]") {
  const Rational big = Rational::parse("1e60");
  const auto third = [&big](Bits p) { return Ball(big + Rational(1, 3), p) - Ball(big, p); };
  const Certified sharp = certified_at(third, "test", 30);
  CHECK(sharp.reached());
  check_meet(sharp.value(), ball("1/3"), 30);
  const auto wide = [](Bits p) { return Ball::zero_to(UpperBound::of(Ball::integer(1, p)), p); };
  const Certified never = within(certified_at(wide, "test", 10), Rational(0), kOne);
  CHECK_FALSE(never.reached());
  CHECK(printed_bounds(never, 10) == std::pair<std::string, std::string>("0", "1"));
}

TEST_CASE("Contraction: when the time runs out what is known is given, and it is true",
          "[papers][channel]") {
  const Channel channel(
      {reals({Rational(3, 4), Rational(1, 4)}), reals({Rational(1, 4), Rational(3, 4)})});
  Effort none;
  none.poll = [] { throw Interrupted{}; };
  const Contraction unknown = contraction_coefficient(channel, none);
  CHECK(unknown.value.contains(Rational(1, 4)));
  CHECK(unknown.beta.contains(Rational(1, 2)));
  CHECK_FALSE(certified_contraction(unknown, 10).reached());
}
