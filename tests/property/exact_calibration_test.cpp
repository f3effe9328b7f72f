/// Calibration of N compared with exact answers: the largest N that meets a target, which is often met exactly.
#include "reference/arithmetic/contradiction.hpp"
#include "reference/quantities/calibration/calibration.hpp"
#include "tests/property/exact_check.hpp"
#include "tests/share.hpp"

using namespace plumbline;
using fractions::Law;
using fractions::Polygon;
using fractions::Range;
using plumbline::testing::ExactSample;
using plumbline::testing::ExactSampler;
using plumbline::testing::Random;
using Measure = PrivacyTarget::Measure;

namespace {

const Rational kZero(0), kOne(1), kHalf(1, 2);

/// Returns the quantity of a target for one mechanism.
Range quantity(const PrivacyTarget& target, const Polygon& polygon) {
  switch (target.kind) {
    case Measure::delta:
      return polygon.delta(fractions::exponential(target.at.as_rational(), 420));
    case Measure::advantage:
      return Range(polygon.advantage());
    case Measure::reconstruction:
      return Range(kOne - polygon.beta(target.at.as_rational()));
    case Measure::bayes:
      return Range(polygon.bayes(target.at.as_rational()));
    default:
      return Range(polygon.beta(target.at.as_rational()));
  }
}

/// Returns true if the target is met; nothing if 420 digits do not decide.
std::optional<bool> meets(const PrivacyTarget& target, const Polygon& polygon) {
  const Range value = quantity(target, polygon);
  const bool below = target.kind != Measure::bayes && target.kind != Measure::type_two;
  const Range room = below ? Range(target.bound) - value : value - Range(target.bound);
  if (room.least.sign() >= 0) return true;
  if (room.most.sign() < 0) return false;
  return std::nullopt;
}

std::string words(const PrivacyTarget& target) {
  for (const TargetWords& w : target_words()) {
    if (w.kind != target.kind) continue;
    return (w.at.empty() ? "" : " --" + w.at + " " + target.at.text()) + " --" + w.bound + " " +
           target.bound.text();
  }
  return "";
}

struct Members {
  std::vector<Polygon> powers;  ///< for N = 1, 2, ...
};

/// Returns a target that some N meets exactly, or almost meets or misses.
std::optional<PrivacyTarget> choose_target(Random& random, ExactSampler& sampler,
                                           const Members& members) {
  constexpr Measure kKinds[] = {Measure::delta, Measure::advantage, Measure::reconstruction,
                                Measure::bayes, Measure::type_two};
  const Polygon& at = members.powers[static_cast<size_t>(
      random.integer(0, static_cast<int>(members.powers.size()) - 2))];
  PrivacyTarget target{kKinds[random.integer(0, 4)], kZero, kZero};
  if (target.kind == Measure::delta && random.integer(0, 1) == 0) target.at = sampler.epsilon(at);
  if (target.kind == Measure::bayes) target.at = sampler.prior(at);
  if (target.kind == Measure::reconstruction || target.kind == Measure::type_two) {
    target.at = sampler.level(at);
  }
  target.bound = quantity(target, at).least;
  if (random.integer(0, 1) == 0) target.bound = sampler.beside(target.bound);
  try {
    target.check();
  } catch (const std::invalid_argument&) {
    return std::nullopt;
  }
  return target;
}

/// Returns the largest N that meets the target; 0 if none does; nothing if undecided or if all members meet it.
std::optional<long> largest(const PrivacyTarget& target, const Members& members) {
  for (size_t i = 0; i < members.powers.size(); ++i) {
    const auto met = meets(target, members.powers[i]);
    if (!met) return std::nullopt;
    if (!*met) return static_cast<long>(i);
  }
  return std::nullopt;
}

}  // namespace

TEST_CASE("calibrating N against exact truth", "[exact][sweep]") {
  Random random(12000 + testing::sweep_seed());
  const int n = testing::of_sweep(9, 25);
  int found = 0, asked = 0;
  for (int i = 0; i < n; ++i) {
    const int digits = std::min(testing::choose_digits(random), 60);
    ExactSampler sampler(random, digits);
    const Law law = sampler.pair(2);
    const Direction chosen = testing::choose_direction(random);
    Members members;
    for (int N = 1; N <= 7; ++N) {
      const ExactSample member{"", Law::power(law, N), kZero};
      members.powers.push_back(member.polygon(chosen));
    }
    const auto target = choose_target(random, sampler, members);
    if (!target) continue;
    if (target->kind == Measure::reconstruction && chosen != Direction::forward) continue;
    const auto truth = largest(*target, members);
    if (!truth) continue;
    ++asked;
    const std::string family = testing::finite_text(law) + "^?";
    const std::string command = "plumbline calibrate '" + family + "'" + words(*target) +
                                " --direction " + direction_name(chosen) + " --digits " +
                                std::to_string(digits);
    const std::string known = ", truth N = " + std::to_string(*truth);
    try {
      const Calibration c =
          calibrate(Family(family, "N"), *target, chosen, "auto", testing::patient(digits));
      const auto bounds = printed_bounds(c.value, digits + 3);
      const bool safe = !c.safe || *c.safe <= Rational(*truth);
      if (*truth < 1 || !safe || !testing::encloses(bounds, Range(Rational(*truth)))) {
        testing::miss(command, "says " + testing::shown(bounds) + ", safe " +
                                   (c.safe ? c.safe->text() : "none") + known);
      }
      found += c.value.reached();
    } catch (const std::invalid_argument& e) {
      if (*truth != 0) testing::miss(command, e.what() + known);
      ++found;
    }
  }
  CHECK(asked >= n / 2);
  CHECK(found >= asked * 3 / 4);
}

TEST_CASE("calibrating N where a member just meets the target", "[exact][calibrate]") {
  const auto found = [](const std::string& family, const PrivacyTarget& target) {
    CAPTURE(family);
    const Calibration c =
        calibrate(Family(family, "N"), target, Direction::worst, "auto", Effort{15});
    return printed_bounds(c.value, 18);
  };
  const Range one{Rational(1)}, two{Rational(2)};
  CHECK(testing::encloses(found("approximate_dp(epsilon=1,delta=1/100)^?",
                                {Measure::delta, kOne, testing::number("1/100")}),
                          one));
  CHECK(testing::encloses(
      found("finite(P=[1/4,3/4],Q=[3/4,1/4])^?", {Measure::advantage, kZero, kHalf}), two));
}
