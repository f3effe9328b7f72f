/// Every quantity in every direction by every engine, compared with exact answers on random pairs with few outcomes
/// and at arguments close to their corners. This test runs about a hundred; `./dev sweep` runs thousands. A failure
/// is reported with the command that reproduces it.
#include <map>

#include "reference/arithmetic/contradiction.hpp"
#include "reference/quantities/privacy_profile.hpp"
#include "reference/questions/registry.hpp"
#include "reference/values/certified.hpp"
#include "reference/values/extended.hpp"
#include "tests/property/exact_check.hpp"
#include "tests/share.hpp"

using namespace plumbline;
using fractions::Polygon;
using fractions::Range;
using plumbline::testing::ExactSample;
using plumbline::testing::ExactSampler;
using plumbline::testing::Random;

namespace {

constexpr int kTruthDigits = 420;

/// The exact answer: a number in a range (for a maximising prior a set of equally valid numbers), or none.
struct Truth {
  std::optional<Range> range;
  bool logarithmic = false;  ///< the range is that of e^value
};

Range unit(const Range& x) { return Range(Rational(1)) - x; }

Truth profile_truth(const ExactSample& sample, const std::string& quantity, const Rational& at,
                    const Polygon& polygon) {
  const Range slack(-sample.slack, sample.slack);
  if (quantity == "delta") return {polygon.delta(fractions::exponential(at, kTruthDigits)) + slack};
  // epsilon
  const std::optional<Rational> x = polygon.least_x(at);
  if (!x) return {std::nullopt};
  return {Range(*x - *x * sample.slack, *x + *x * sample.slack), true};
}

Truth prior_truth(const ExactSample& sample, const std::string& quantity, const Rational& at,
                  const Polygon& polygon) {
  if (quantity == "bayes") return {sample.about(polygon.bayes(at))};
  if (quantity == "posterior") return {unit(sample.about(polygon.bayes(at)))};
  // posterior_belief
  const Rational one(1);
  const std::optional<Rational> ratio = polygon.largest_ratio();
  if (at == one) return {Range(Rational(0))};
  if (!ratio || at.is_zero()) return {Range(one)};
  const Rational weighted = (one - at) * *ratio;
  return {sample.about(weighted / (at + weighted))};
}

Truth truth(const ExactSample& sample, const std::string& quantity, Direction direction,
            const Rational& at) {
  const Polygon polygon = sample.polygon(direction);
  if (quantity == "delta" || quantity == "epsilon") {
    return profile_truth(sample, quantity, at, polygon);
  }
  if (quantity == "tradeoff") return {sample.about(polygon.beta(at))};
  if (quantity == "power" || quantity == "rero") return {unit(sample.about(polygon.beta(at)))};
  if (quantity == "tv" || quantity == "advantage") return {sample.about(polygon.advantage())};
  if (quantity == "minimax" || quantity == "fixed_point") {
    return {sample.about(polygon.fixed_point())};
  }
  if (quantity == "minimax_prior") {
    return {polygon.maximising_priors() + Range(-sample.slack, sample.slack)};
  }
  if (quantity == "tradeoff_inverse") {
    const Direction other = direction == Direction::worst     ? direction
                            : direction == Direction::forward ? Direction::reverse
                                                              : Direction::forward;
    return {sample.about(sample.polygon(other).beta(at))};
  }
  return prior_truth(sample, quantity, at, polygon);
}

bool holds(const testing::Bounds& bounds, const Truth& truth) {
  return truth.logarithmic ? testing::encloses_log(bounds, *truth.range)
                           : testing::encloses(bounds, *truth.range);
}

std::string shown(const Truth& truth) {
  if (!truth.range) return "none (infinite)";
  return (truth.logarithmic ? "e^value in " : "") + testing::shown(*truth.range);
}

struct RequestedValue {
  const Quantity& quantity;
  Direction direction;
  Rational at;
  int digits;
  std::string engine;

  std::string command(const std::string& expression) const {
    std::string out = "plumbline " + quantity.name + " '" + expression + "'";
    if (!quantity.argument().empty()) out += " --" + quantity.argument() + " " + at.text();
    if (!quantity.forward_only()) out += " --direction " + direction_name(direction);
    return out + " --digits " + std::to_string(digits) + " --engine " + engine;
  }
};

struct Tally {
  int asked = 0, reached = 0, none = 0, missed = 0;
};

/// Checks the values of one question: the full enclosure and the printed one.
void check_value(const RequestedValue& asked, const ExactSample& sample, PrivacyProfile& profile,
                 Tally& tally) {
  const std::string command = asked.command(sample.expression);
  const Truth known = truth(sample, asked.quantity.name, asked.direction, asked.at);
  ++tally.asked;
  try {
    const Extended found =
        asked.quantity.compute(profile, asked.at, testing::patient(asked.digits));
    if (found.is_infinite()) {
      ++tally.none;
      if (!known.range) return;
      ++tally.missed;
      testing::miss(command, "infinite (" + found.why() + ")\n  truth " + shown(known));
      return;
    }
    const Certified& value = *found;
    tally.reached += value.reached();
    if (!known.range) {
      ++tally.missed;
      testing::miss(command, "an answer where there is none");
      return;
    }
    constexpr int kMore = 40, kSpareDigits = 3;
    for (const int more : {kMore, kSpareDigits}) {
      const auto bounds = printed_bounds(value, asked.digits + more);
      if (holds(bounds, known)) continue;
      ++tally.missed;
      testing::miss(command, "says  " + testing::shown(bounds) + " by " + value.engine() +
                                 "\n  truth " + shown(known));
      return;
    }
  } catch (const Contradiction& e) {
    ++tally.missed;
    testing::miss(command, std::string("contradiction: ") + e.what());
  } catch (const std::invalid_argument& e) {
    ++tally.none;
    if (!known.range) return;
    ++tally.missed;
    testing::miss(command, std::string("refused (") + e.what() + ")\n  truth " + shown(known));
  }
}

Rational argument(const Quantity& quantity, ExactSampler& sampler, const Polygon& polygon) {
  if (quantity.argument() == "epsilon") return sampler.epsilon(polygon);
  if (quantity.argument() == "delta") return sampler.delta(polygon);
  if (quantity.argument() == "prior") return sampler.prior(polygon);
  return quantity.argument().empty() ? Rational(0) : sampler.level(polygon);
}

}  // namespace

TEST_CASE("every quantity in every direction against exact truth", "[exact][sweep]") {
  Random random(7000 + testing::sweep_seed());
  std::map<std::string, Tally> tallies;
  const int n = testing::of_sweep(4, 25);
  for (int i = 0; i < n; ++i) {
    const int digits = testing::choose_digits(random);
    ExactSampler sampler(random, digits);
    const ExactSample sample = sampler.any();
    const Composition composition = Composition::parse(sample.expression);
    const std::string engine = testing::choose_engine(random, composition, digits);
    const Direction direction = testing::choose_direction(random);
    PrivacyProfile profile(composition, direction, engine);
    for (const Quantity* one : profile_quantities()) {
      const Quantity& quantity = *one;
      if (random.integer(0, 1) == 0) continue;
      const Direction asked = quantity.forward_only() ? Direction::forward : direction;
      PrivacyProfile in = profile.in(asked);
      const Rational at = argument(quantity, sampler, sample.polygon(asked));
      check_value({quantity, asked, at, digits, engine}, sample, in, tallies[engine]);
    }
  }
  int asked = 0;
  for (const auto& [engine, tally] : tallies) {
    UNSCOPED_INFO(engine << ": asked " << tally.asked << ", reached " << tally.reached
                         << ", no answer " << tally.none << ", missed " << tally.missed);
    asked += tally.asked;
  }
  CHECK(asked >= 6 * n);
  const Tally& by_default = tallies["auto"];
  CHECK(by_default.reached + by_default.none >= by_default.asked * 9 / 10);
}

TEST_CASE("values once missed, against exact truth", "[exact]") {
  Tally tally;
  // fourier requires a common lattice of the losses, which the last sample does not have.
  std::vector<std::string> engines{"auto", "finite", "fourier"};
  const auto check = [&](const ExactSample& sample, const std::string& quantity,
                         Direction direction, const std::string& at, int digits) {
    for (const std::string& engine : engines) {
      PrivacyProfile profile(Composition::parse(sample.expression), direction, engine);
      check_value(
          {required_profile_quantity(quantity), direction, testing::number(at), digits, engine},
          sample, profile, tally);
    }
  };
  // A level between two losses that doubles do not separate from the middle one.
  const std::string log3 = "1.098612288668109691395245236922525704647490557878749451734694";
  const std::string eta = "0.5000000000000000000000000000000000000000000000159999999999999";
  const ExactSample three =
      testing::total_variation_sample(testing::number(log3), testing::number(eta));
  check(three, "tradeoff", Direction::forward, "1/4", 50);
  check(three, "rero", Direction::forward, "1/4", 50);
  check(three, "power", Direction::reverse, "1/4", 50);
  // Earlier a threshold that was rounded off an atom decided which of the two profiles is larger.
  const Rational t = testing::number("1e-70"), tiny = testing::number("1e-80");
  const fractions::Law law({{testing::number("1/10"), testing::number("3/10")},
                            {testing::number("9/10") - t, testing::number("7/10") - tiny},
                            {t, tiny}});
  const ExactSample atom{testing::finite_text(law), law, Rational(0)};
  engines.pop_back();
  for (const int digits : {6, 15, 30}) check(atom, "power", Direction::worst, "1e-57", digits);
  CHECK(tally.asked == 15);
  CHECK(tally.missed == 0);
}
