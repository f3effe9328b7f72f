/// Thresholds close to atoms and atoms close to each other: a search in doubles may stop at any of them, and the
/// enclosure must be valid for each.
#include "reference/quantities/tradeoff/membership.hpp"
#include "reference/questions/registry.hpp"
#include "reference/values/extended.hpp"
#include "tests/every.hpp"
#include "tests/quantities/exact_curve.hpp"
#include "tests/support.hpp"

using namespace plumbline;
using plumbline::testing::ball;
using plumbline::testing::exact_expression;
using plumbline::testing::ExactCurve;
using plumbline::testing::ExactOutput;
using plumbline::testing::kDirections;
using plumbline::testing::number;

namespace {

/// Checks that every evaluation of the curve at one level contains the exact value.
void check_level(PrivacyProfile& M, const ExactCurve& curve, const Rational& alpha, int digits) {
  CAPTURE(alpha.text(), digits, direction_name(M.direction()), M.composition().expression());
  const Ball f = tradeoff(M, alpha, Effort{digits}).value();
  CHECK(f.contains(curve.f(alpha)));
  const Ball gamma = reconstruction(M, alpha, Effort{digits}).value();
  CHECK(gamma.contains(curve.gamma(alpha)));
}

}  // namespace

TEST_CASE("trade-off of an atom that doubles cannot tell from the threshold",
          "[quantities][tradeoff][TEST-BRACKET]") {
  // Losses +-e, and 0 with mass 1/2 - 16/10^60: at alpha = 1/4 the level is reached inside an atom whose loss differs
  // from a nearby double in the 60th digit.
  const char* e_text = "1.098612288668109691395245236922525704647490557878749451734694";
  const char* eta_text = "0.5000000000000000000000000000000000000000000000159999999999999";
  const Rational e = number(e_text), eta = number(eta_text);
  std::string text = "total_variation_dp(epsilon=";
  for (const char* part : {e_text, ",delta=0,eta=", eta_text, ")"}) text += part;
  const Composition M = Composition::parse(text);
  for (const int digits : {46, 50, 60, 80}) {
    for (const char* level : {"1/4", "1/3", "1/5"}) {
      const Rational alpha = number(level);
      CAPTURE(digits, level);
      // f is the maximum of the lines at the three losses, here in closed form.
      const Bits p{1024};
      const Ball one = Ball::integer(1, p), x = exp(Ball(e, p)), a(alpha, p);
      const Ball at_e = one - x * a, at_0 = one - Ball(eta, p) - a;
      const Ball truth = max(max(at_e, at_0), (one - a) / x);
      for (const char* engine : {"auto", "finite", "fourier"}) {
        CAPTURE(engine);
        PrivacyProfile profile(M, Direction::forward, engine);
        testing::check_meet(tradeoff(profile, alpha, Effort{digits}).value(), truth, digits);
        const Ball gamma = reconstruction(profile, alpha, Effort{digits}).value();
        testing::check_meet(gamma, one - truth, digits);
      }
    }
  }
}

TEST_CASE("worst direction beside an atom of mass 1e-70",
          "[quantities][tradeoff][WORST-CURVE][slow]") {
  const Rational t = number("1e-70");
  const std::vector<ExactOutput> outputs = {
      {number("1/10"), number("3/10")},
      {number("9/10") - t, number("7/10") - t * number("1e-10")},
      {t, t * number("1e-10")}};
  const Composition M = Composition::parse(exact_expression(outputs));
  for (const Direction d : kDirections) {
    const ExactCurve curve(outputs, d);
    for (int digits = 6; digits <= 30; digits += 3) {
      PrivacyProfile profile(M, d);
      for (const char* level : {"1e-57", "1e-50", "3e-60", "1e-68", "1e-71", "1e-81", "0.01"}) {
        check_level(profile, curve, number(level), digits);
      }
    }
  }
  const ExactCurve worst(outputs, Direction::worst);
  CHECK(worst.gamma(number("1e-57")) > number("3.00000000000009999e-57"));
  // Steep on one side of the kink and almost horizontal on the other: all digits are still reached.
  for (const int digits : {6, 12, 15, 25, 50}) {
    PrivacyProfile profile(M, Direction::worst);
    CHECK(required_profile_quantity("power")
              .compute(profile, number("1e-57"), Effort{digits})
              ->reached());
  }
}

TEST_CASE(
    "an atom too small for doubles beside two others: every level, every direction",
    "[quantities][tradeoff][membership][WORST-CURVE][TEST-ENDS][TEST-BRACKET][FIXED-POINT][slow]") {
  testing::Random random(97);
  const auto ten = [](int n) { return number("1e" + std::to_string(n)); };
  const Rational one(1);
  for (int i = 0; i < testing::iterations(40); ++i) {
    const Rational P(random.integer(1, 8), 10UL), Q(random.integer(1, 8), 10UL);
    const Rational t = ten(-random.integer(20, 110)), u = t * ten(-random.integer(-15, 40));
    const std::vector<ExactOutput> outputs = {{P, Q}, {one - P - t, one - Q - u}, {t, u}};
    const Composition M = Composition::parse(exact_expression(outputs));
    const int digits = random.integer(6, 40);
    const Rational small = ten(-random.integer(10, 120));
    for (const Direction d : kDirections) {
      const ExactCurve curve(outputs, d);
      PrivacyProfile profile(M, d);
      check_level(profile, curve, i % 4 == 0 ? one - small : small, digits);
      CHECK(fixed_point(profile, Effort{digits}).value().contains(curve.fixed_point()));
      CHECK(minimax(profile, Effort{digits}).value.value().contains(curve.fixed_point()));
    }
  }
}

TEST_CASE("trade-off of rare levels where losses sum up to 0 exactly, of no known form",
          "[quantities][tradeoff][WORST-CURVE][slow]") {
  // The tails at 0 depend on the sign of such sums, which no engine decides; the search detects without them that the
  // level is elsewhere.
  for (const char* level : {"1e-20", "0.99999"}) {
    CAPTURE(level);
    PrivacyProfile M(Composition::parse("skellam(mu=1)^2"), Direction::worst);
    const Certified f = tradeoff(M, number(level), Effort{15});
    CHECK(f.reached());
    CHECK(M.explain().find("too few digits") == std::string::npos);
    PrivacyProfile again(M.composition(), Direction::worst, "conditioned");
    again.engine().vary();
    CHECK(overlaps(f.value(), tradeoff(again, number(level), Effort{12}).value()));
  }
}

TEST_CASE("trade-off between outputs of equal loss: no other engine is queried for tails at a loss",
          "[quantities][tradeoff][TIED-LOSSES]") {
  const Composition poisson = Composition::parse("poisson(mu=3)");
  for (const char* level : {"0.05", "0.3", "0.97"}) {
    CAPTURE(level);
    PrivacyProfile M(poisson, Direction::worst);
    const Certified f = tradeoff(M, number(level), Effort{15});
    CHECK(f.reached());
    CHECK(M.explain().find("too few digits") == std::string::npos);
    PrivacyProfile again(poisson, Direction::worst, "conditioned");
    CHECK(overlaps(f.value(), tradeoff(again, number(level), Effort{12}).value()));
  }
}
