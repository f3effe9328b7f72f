/// Delta-divergence and comparison of two compositions, compared with exact answers: pairs with few outcomes, some of
/// which are almost equal.
#include <algorithm>

#include "reference/arithmetic/contradiction.hpp"
#include "reference/quantities/comparison/comparison.hpp"
#include "reference/quantities/divergence.hpp"
#include "reference/quantities/quantities.hpp"
#include "tests/property/exact_check.hpp"
#include "tests/share.hpp"

using namespace plumbline;
using fractions::Polygon;
using fractions::Range;
using plumbline::testing::Bounds;
using plumbline::testing::ExactSample;
using plumbline::testing::ExactSampler;
using plumbline::testing::Random;
using Order = ComparedRange::Order;

namespace {

constexpr int kMore = 40, kExponentialDigits = 300;

std::string command(const std::string& name, const ExactSample& first, const ExactSample& second,
                    Direction direction, int digits) {
  return "plumbline " + name + " '" + first.expression + "' '" + second.expression +
         "' --direction " + direction_name(direction) + " --digits " + std::to_string(digits);
}

/// Returns another sample, or almost the same one.
ExactSample second_sample(Random& random, ExactSampler& sampler, const ExactSample& first) {
  if (random.integer(0, 1) == 0) return sampler.finite();
  std::vector<fractions::Outcome> outcomes = first.law.outcomes();
  const Rational moved = outcomes[0].q * sampler.nudge();
  outcomes[0].q = outcomes[0].q - moved;
  outcomes.back().q = outcomes.back().q + moved;
  if (outcomes[0].q.sign() < 0 || outcomes.back().q.sign() < 0) return sampler.finite();
  const fractions::Law law(outcomes);
  return {testing::finite_text(law), law, Rational(0)};
}

/// Both curves; the difference of their profiles is linear in x = e^epsilon between neighbouring `corners`.
struct Profiles {
  Polygon first, second;
  std::vector<Rational> corners;

  Profiles(const Polygon& a, const Polygon& b) : first(a), second(b), corners(a.x_corners()) {
    const std::vector<Rational> more = b.x_corners();
    corners.insert(corners.end(), more.begin(), more.end());
    std::sort(corners.begin(), corners.end());
  }
  Range difference(const Range& x) const { return first.delta(x) - second.delta(x); }
  /// Returns values of the difference at both ends and at the corners between; the difference between them is linear.
  std::vector<Range> over(const Range& from, const Range& to) const {
    std::vector<Range> out{difference(from)};
    for (const Rational& x : corners) {
      if (x > from.most && x < to.least) out.push_back(difference(Range(x)));
    }
    out.push_back(difference(to));
    return out;
  }
};

Range power_of_e(const std::string& t) {
  return fractions::exponential(testing::number(t), kExponentialDigits);
}

int sign_changes(const std::vector<Range>& values) {
  int changes = 0, last = 0;
  for (const Range& value : values) {
    const int sign = fractions::certain_sign(value);
    if (sign == 0) continue;
    changes += last != 0 && sign != last;
    last = sign;
  }
  return changes;
}

Rational size_of(const UpperBound& x) {
  return testing::number(x.ball(Bits{128}).decimal_bounds(30).second);
}

bool at_most(const Range& x, const Rational& size) { return x.least <= size && -x.most <= size; }

/// Returns the false statement about a range; empty if there is none.
std::string fault(const Profiles& profiles, const ComparedRange& range) {
  const bool outward = range.kind == Order::crossing || range.kind == Order::undecided;
  const Bounds from = range.from.decimal_bounds(100), to = range.to.decimal_bounds(100);
  const Range low = power_of_e(outward ? from.first : from.second);
  const Range high = power_of_e(outward ? to.second : to.first);
  const std::string where =
      kind_name(range.kind) + " from " + testing::shown(from) + " to " + testing::shown(to);
  const std::vector<Range> values = profiles.over(low, high);
  if (range.kind == Order::crossing) return sign_changes(values) == 1 ? "" : where;
  for (const Range& value : values) {
    const int sign = fractions::certain_sign(value);
    const bool fine = range.kind == Order::first_larger    ? sign >= 0
                      : range.kind == Order::second_larger ? sign <= 0
                      : range.kind == Order::equal         ? sign == 0
                                                           : at_most(value, size_of(range.gap));
    if (!fine) return where + ": the difference is " + testing::shown(value);
  }
  return "";
}

/// Returns the false statement about the verdict (up to its margin, over all x) or about the part beyond the examined
/// epsilons; empty if there is none.
std::string fault(const Profiles& profiles, const Comparison& c, Direction direction) {
  const Range low = power_of_e(c.least.decimal_bounds(60).first);
  const Range high = power_of_e(c.most.decimal_bounds(60).second);
  const Rational margin = size_of(c.margin), beyond = size_of(c.beyond);
  const Rational limit =
      profiles.second.corners().front().beta - profiles.first.corners().front().beta;
  bool plus = false, minus = false;
  std::vector<Range> all{profiles.difference(low), profiles.difference(high)};
  for (const Rational& x : profiles.corners) {
    all.push_back(profiles.difference(Range(x)));
    const bool outside = x < low.least || x > high.most;
    // If one limit exceeds the other, the sign continues to that end; in the direction worst, to both ends.
    const int sign = fractions::certain_sign(all.back());
    const bool end = x > high.most || direction == Direction::worst;
    const bool goes_on = end && sign != 0 && sign == limit.sign();
    if (outside && !goes_on && !at_most(all.back(), beyond)) {
      return "beyond the ends at x = " + x.text() + ": " + testing::shown(all.back());
    }
  }
  bool fine = true;
  for (const Range& value : all) {
    plus = plus || fractions::certain_sign(value) > 0;
    minus = minus || fractions::certain_sign(value) < 0;
    if (c.verdict == Dominance::first_more_private) fine = fine && value.least <= margin;
    if (c.verdict == Dominance::second_more_private) fine = fine && -value.most <= margin;
    if (c.verdict == Dominance::equal) fine = fine && at_most(value, margin);
  }
  if (c.verdict == Dominance::cross) fine = plus && minus;
  return fine ? "" : "the verdict " + dominance_name(c.verdict) + ", margin " + c.margin.text();
}

}  // namespace

TEST_CASE("Delta-divergence against exact truth", "[exact][sweep]") {
  Random random(10000 + testing::sweep_seed());
  const int n = testing::of_sweep(4, 10);
  for (int i = 0; i < n; ++i) {
    const int digits = std::min(testing::choose_digits(random), 40);
    ExactSampler sampler(random, digits);
    const ExactSample first = sampler.finite(), second = second_sample(random, sampler, first);
    const Direction direction = testing::choose_direction(random);
    const std::string asked = command("divergence", first, second, direction, digits);
    PrivacyProfile M(Composition::parse(first.expression), direction);
    PrivacyProfile other(Composition::parse(second.expression), direction);
    const Polygon a = first.polygon(direction), b = second.polygon(direction);
    const Divergence d = divergence(M, other, testing::patient(digits));
    const Rational truth = fractions::divergence(a, b);
    const Bounds bounds = printed_bounds(d.value, digits + kMore);
    const std::string found =
        "says  " + testing::shown(bounds) + "\n  truth " + testing::shown(Range(truth));
    if (!testing::encloses(bounds, Range(truth))) testing::miss(asked, found);
    // For some prior in the enclosure the difference is within its width of the maximum.
    const Bounds prior = printed_bounds(d.certified_prior(), digits + kMore);
    const Range priors(testing::number(prior.first), testing::number(prior.second));
    const Rational width = testing::number(bounds.second) - testing::number(bounds.first);
    if (truth.sign() > 0 && fractions::largest_difference(a, b, priors) < truth - width) {
      testing::miss(asked, found + "\n  but not near the prior " + testing::shown(prior));
    }
  }
}

TEST_CASE("comparison of two profiles against exact truth", "[exact][sweep]") {
  Random random(11000 + testing::sweep_seed());
  const int n = testing::of_sweep(5, 10);
  int decided = 0;
  for (int i = 0; i < n; ++i) {
    const int digits = std::min(testing::choose_digits(random), 60);
    ExactSampler sampler(random, digits);
    const ExactSample first = sampler.finite(), second = second_sample(random, sampler, first);
    const Direction direction = testing::choose_direction(random);
    const std::string asked = command("compare", first, second, direction, digits);
    PrivacyProfile a(Composition::parse(first.expression), direction);
    PrivacyProfile b(Composition::parse(second.expression), direction);
    const Profiles profiles(first.polygon(direction), second.polygon(direction));
    const Comparison c = compare(a, b, testing::patient(digits));
    std::vector<std::string> faults{fault(profiles, c, direction)};
    for (const ComparedRange& range : c.ranges) faults.push_back(fault(profiles, range));
    for (const std::string& one : faults) {
      if (!one.empty()) testing::miss(asked, one);
    }
    decided += c.verdict != Dominance::open;
  }
  CHECK(decided >= n / 2);
}
