/// Losses far from 0: the Gaussian law beyond a threshold, hulls that continue as this law, and the terms that
/// engines add for them.
#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <functional>

#include "reference/composition/near_losses.hpp"
#include "reference/engines/planner.hpp"
#include "reference/engines/sharpened.hpp"
#include "reference/mechanisms/combined/near_and_far.hpp"
#include "reference/mechanisms/gaussian/gaussian.hpp"
#include "reference/mechanisms/shuffled/far_gaussian.hpp"
#include "reference/mechanisms/shuffled/profile_hull.hpp"
#include "reference/mechanisms/third_moment.hpp"
#include "reference/quantities/moments.hpp"
#include "reference/quantities/quantities.hpp"
#include "tests/mechanisms/pair_checks.hpp"

using namespace plumbline;
using namespace plumbline::testing;

namespace {

/// A loss and its mass under P.
struct LossPoint {
  double mass, loss;
};
using LossPoints = std::vector<LossPoint>;

/// Returns the points of Simpson's rule for mu Z - mu^2/2 beyond T on both sides, with atoms at T and -T, divided by
/// the mass.
LossPoints far_points(double mu, double T, double weight, double atom, int cells) {
  LossPoints out = {{atom, T}, {atom * std::exp(T), -T}};
  constexpr double kReach = 12;
  const double h = kReach / cells;
  for (const int side : {1, -1}) {
    const double start = (side * T + mu * mu / 2) / mu;
    for (int i = 0; i <= cells; ++i) {
      const double z = start + side * i * h, rule = i == 0 || i == cells ? 1 : i % 2 == 1 ? 4 : 2;
      out.push_back({weight * rule * h / 3 * std::exp(-z * z / 2) / std::sqrt(2 * M_PI),
                     mu * z - mu * mu / 2});
    }
  }
  double mass = 0;
  for (const LossPoint& x : out) mass += x.mass;
  for (LossPoint& x : out) x.mass /= mass;
  return out;
}

template <class Number>
Number mean(const LossPoints& points, const std::function<Number(double)>& f) {
  Number sum{0};
  for (const LossPoint& x : points) sum += x.mass * f(x.loss);
  return sum;
}

FarGaussianLaw law_of(const std::string& mu_squared, const std::string& start,
                      const std::string& weight, const std::string& atom) {
  return {number(mu_squared), number(start), Real(number(weight)), Real(number(atom))};
}

double positive(double x) { return std::max(x, 0.0); }

/// Returns h(e^S) of a question, as a function of the loss S under P.
std::function<double(double)> value_of(Question question, double t) {
  const double x = std::exp(t);
  switch (question) {
    case Question::delta:
      return [=](double S) { return positive(std::exp(S) - x); };
    case Question::one_minus_delta:
      return [=](double S) { return std::min(std::exp(S), x); };
    case Question::excess:
      return [=](double S) { return positive(x - std::exp(S)); };
    case Question::Q_above:
      return [=](double S) { return S > t ? std::exp(S) : 0; };
    case Question::Q_below:
      return [=](double S) { return S > t ? 0 : std::exp(S); };
    case Question::P_above:
      return [=](double S) { return S > t ? 1.0 : 0.0; };
    case Question::P_below:
      break;
  }
  return [=](double S) { return S > t ? 0.0 : 1.0; };
}

constexpr std::array kQuestions = {Question::delta,   Question::one_minus_delta, Question::excess,
                                   Question::P_above, Question::P_below,         Question::Q_above,
                                   Question::Q_below};

}  // namespace

TEST_CASE("far losses: the Gaussian law beyond a place, beside sums", "[mechanisms][shuffled]") {
  const FarGaussian pair(law_of("1", "1", "1.25", "0.01"), "far");
  const LossPoints points = far_points(1, 1, 1.25, 0.01, 4000);
  const Bits p{128};
  for (const double t : {-3.3, -1.2, 0.4, 1.7, 4.0}) {
    const LossTails at = pair.tails(Real(Rational::from_binary64(t)), p);
    CAPTURE(t);
    // The sums jump at t by the mass of a point of the rule.
    CHECK(at.P_above.approximate() ==
          Approx(mean<double>(points, value_of(Question::P_above, t))).margin(2e-3));
    CHECK(at.Q_below.approximate() ==
          Approx(mean<double>(points, value_of(Question::Q_below, t))).margin(2e-3));
    for (const Question question : {Question::delta, Question::one_minus_delta, Question::excess}) {
      const TiedProfile profile = profile_at(pair, Real(Rational::from_binary64(t)), p);
      const Ball& found = question == Question::delta             ? profile.delta
                          : question == Question::one_minus_delta ? profile.one_minus_delta
                                                                  : profile.excess;
      CHECK(found.approximate() ==
            Approx(mean<double>(points, value_of(question, t))).margin(1e-5));
    }
    for (const int tilt : {0, 1}) {
      CHECK(third_moment_above(pair, tilt, Ball::from_binary64(t, p), p).approximate() ==
            Approx(mean<double>(points, [&](double L) {
              return std::pow(positive(L - t), 3) * std::exp(tilt * L);
            })).epsilon(1e-4));
    }
  }
  // At the atoms themselves, and for a threshold that is not separated from an atom.
  const Ball e = exp(ball("1")), mass = far_mass(law_of("1", "1", "1.25", "0.01"), p);
  const LossTails below = pair.tails(Real(number("0.999")), p),
                  at = pair.tails(Real(number("1")), p);
  check_meet(below.P_above - at.P_above, ball("0.01") / mass, 20);
  check_meet(below.Q_above - at.Q_above, ball("0.01") * e / mass, 20);
  const LossTails open = pair.tails(Real([](Bits b) { return log(exp(Ball(Rational(1), b))); }), p);
  CHECK((open.P_above.contains(below.P_above) && open.P_above.contains(at.P_above)));
  for (const double c : {-1.5, 0.0, 0.5, 1.0, 3.0}) {
    const auto power = [c](double L) { return std::exp(c * L); };
    CHECK(pair.transform(c, p).approximate() == Approx(mean<double>(points, power)).epsilon(1e-6));
    CHECK(pair.log_transform(c) == Approx(std::log(mean<double>(points, power))).margin(1e-6));
    const LineValues line = pair.transform_on_line(c, ball("0.7"), 4, p, [] {});
    for (size_t k = 0; k < 4; ++k) {
      const std::complex<double> s(c, 0.7 * static_cast<double>(k));
      const auto truth =
          mean<std::complex<double>>(points, [&](double L) { return std::exp(s * L); });
      CHECK(line.values[k].real().approximate() == Approx(truth.real()).margin(1e-5));
      CHECK(line.values[k].imag().approximate() == Approx(truth.imag()).margin(1e-5));
    }
  }
  check_meet(pair.transform(0, p), ball("1"), 30);
  check_meet(pair.transform(1, p), ball("1"), 30);
}

TEST_CASE("far losses: one run is exact, two lie within the share of the far ones",
          "[mechanisms][shuffled][FAR-LOSSES]") {
  const Mechanism near =
      Composition::parse("randomized_response(epsilon=0.3)").factors().front().mechanism;
  const Mechanism whole = std::make_shared<NearAndFar>(
      FarLosses{near, std::make_shared<FarGaussian>(law_of("1", "1", "1", "0"), "far"),
                Real(number("0.05"))},
      "whole");
  LossPoints one = far_points(1, 1, 1, 0, 400);
  for (LossPoint& x : one) x.mass *= 0.05;
  const double keep = std::exp(0.3) / (1 + std::exp(0.3));
  one.push_back({0.95 * (1 - keep), 0.3});
  one.push_back({0.95 * keep, -0.3});
  LossPoints two;
  for (const LossPoint& a : one) {
    for (const LossPoint& b : one) two.push_back({a.mass * b.mass, a.loss + b.loss});
  }
  const Composition once({{whole, Rational(1)}}), twice({{whole, Rational(2)}});
  CHECK(near_losses(once).single());
  CHECK_FALSE(near_losses(twice).single());
  const auto first = plan(once, "auto"), second = plan(twice, "auto");
  for (const double t : {-1.45, -0.2, 0.1, 0.45, 2.35}) {
    const Real at(Rational::from_binary64(t));
    for (const Question question : kQuestions) {
      CAPTURE(t, name_of(question));
      const auto h = value_of(question, t);
      const bool tail = question != Question::delta && question != Question::one_minus_delta &&
                        question != Question::excess;
      const Ball exact = first->answer(question, at, Effort{15}).value;
      CHECK(exact.relative_digits() >= 14);
      CHECK(exact.approximate() == Approx(mean<double>(one, h)).margin(tail ? 2e-3 : 1e-5));
      const Ball bounded = second->answer(question, at, Effort{15}).value;
      const double truth = mean<double>(two, h), off = tail ? 2e-3 : 1e-5;
      CHECK(bounded.lower().approximate() <= truth + off);
      CHECK(truth <= bounded.upper().approximate() + off);
      // The bound is 1 - 0.95^2, times e^t for the excess.
      const double most = 0.0975 * (question == Question::excess ? std::exp(t) : 1);
      CHECK((bounded.upper() - bounded.lower()).approximate() <= most * 1.001);
    }
  }
  // Beyond the near losses the enclosure still contains the exact value.
  const Ball far = second->answer(Question::delta, Real(number("0.6")), Effort{15}).value;
  const double truth = mean<double>(two, value_of(Question::delta, 0.6));
  CHECK(truth > 0.01);
  CHECK(far.contains(Ball::from_binary64(truth, Bits{64})));
}

TEST_CASE("far losses: a hull goes on as the profile of a Gaussian pair",
          "[mechanisms][shuffled][HULL-TAIL]") {
  const std::vector<ProfilePoint> points = {{number("0"), number("0.3")},
                                            {number("0.5"), number("0.15")},
                                            {number("1"), number("0.05")},
                                            {number("1.5"), number("0.02")}};
  const Mechanism hull = hull_with_tail(points, Rational(1), "hull");
  CHECK_FALSE(hull->offer<InfiniteLosses>());
  const Bits p{192};
  const auto delta = [&](const std::string& epsilon) {
    return profile_at(*hull, Real(number(epsilon)), p).delta;
  };
  const auto gauss = [&](const std::string& epsilon) {
    const Real t(number(epsilon));
    return profile_of(gaussian_tails(Rational(1), t, p), t(p)).delta;
  };
  for (const ProfilePoint& x : points) {
    check_meet(delta(x.epsilon.text()), Ball(x.delta, p), 25);
  }
  // From (e^1.5, 0.02) the hull follows the tangent to the Gaussian profile, and beyond the point of tangency that
  // profile: between the points it is below the profile, up to a share of a step.
  const auto straight = [&](const std::string& middle) {
    const Ball a = exp(ball("1.5")), c = exp(ball("2.3")), b = exp(ball(middle));
    return ball("0.02") + (delta("2.3") - ball("0.02")) * (b - a) / (c - a);
  };
  check_meet(delta("2"), straight("2"), 25);
  CHECK(certainly_less(delta("2"), gauss("2")));
  CHECK(certainly_less(delta("2.3"), gauss("2.3")));
  const Ball ratio = delta("4") / gauss("4");
  CHECK(certainly_at_most(ball("1"), ratio));  // the point is rounded up to twelve digits
  CHECK(certainly_less(ratio, ball("1.00000000001")));
  for (const char* beyond : {"4.1", "5", "20"})
    check_meet(delta(beyond), gauss(beyond) * ratio, 25);
  // The hull exceeds the Gaussian profile by at most that share.
  for (const char* at : {"2.8", "3", "3.2", "3.4", "3.6"}) {
    CAPTURE(at);
    CHECK(certainly_less(delta(at), gauss(at) * ball("1.0001")));
  }
  // The hull is a probability law under P and under Q, also in reverse.
  for (const double tilt : {0.0, 1.0})
    check_meet(measure_of(*hull).transform(tilt, p), ball("1"), 30);
  const LossTails all = hull->tails(Real(number("-60")), p);
  check_meet(all.P_above, ball("1"), 30);
  check_meet(delta("-0.5"), ball("1") - exp(ball("-0.5")) * (ball("1") - ball("0.15")), 25);
  // E_P[e^{2 L}] consists of the atoms and a Gaussian tail: it is finite.
  CHECK(measure_of(*hull).transform(2, p).relative_digits() > 20);
}

TEST_CASE("shuffled_gaussian: no loss is infinite, and deep down it is the noise alone",
          "[mechanisms][shuffled][HULL-TAIL]") {
  const std::string mechanism = "shuffled_gaussian(sigma=1,n=100)";
  const auto epsilon_of = [](const std::string& text, const std::string& at) {
    PrivacyProfile profile(Composition::parse(text), Direction::worst);
    CHECK(profile.exact_infinite_mass() == Rational(0));
    return epsilon(profile, number(at), Effort{10})->value();
  };
  for (const char* at : {"1e-26", "1e-40"}) {
    CAPTURE(at);
    const Ball found = epsilon_of(mechanism, at), alone = epsilon_of("gaussian(sigma=1)", at);
    CHECK(found.relative_digits() >= 10);
    // Above the exact value by at most a share of a step, or below it where the tangent starts.
    CHECK(certainly_less(found, alone * ball("1.00001")));
  }
  // Renyi divergences and moments are finite and smaller than those of the noise.
  const Extended renyi_2 =
      renyi(Composition::parse(mechanism), Rational(2), Direction::worst, Effort{10});
  REQUIRE_FALSE(renyi_2.is_infinite());
  CHECK(renyi_2->reached());
  CHECK(certainly_less(renyi_2->value(), ball("1")));
  const Moments m = moments(Composition::parse(mechanism), false, Effort{8});
  CHECK_FALSE(m.infinite());
  CHECK(m.v3->value().relative_digits() >= 8);
  // Several rounds reach their digits where delta is not tiny.
  PrivacyProfile rounds(Composition::parse(mechanism + "^2"), Direction::forward);
  CHECK(rounds.delta(Real(number("0.8")), Effort{15}).value.relative_digits() >= 15);
  CHECK(rounds.no_largest_finite_loss());
}
