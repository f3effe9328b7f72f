#include "reference/quantities/calibration/calibration_target.hpp"

#include <stdexcept>

#include "reference/arithmetic/constants.hpp"
#include "reference/arithmetic/contradiction.hpp"
#include "reference/quantities/calibration/calibration_exact.hpp"

namespace plumbline {
namespace {

const Rational kHalf(1, 2);

void need(bool fine, const std::string& name, const std::string& range, const Rational& value) {
  if (!fine) throw std::invalid_argument(name + " must be " + range + ", got " + value.text());
}

bool inside(const Rational& x) { return x > kZero && x < kOne; }

/// log(a/b), or a number of the right sign where a or b reaches 0 but the order is certain.
Ball log_ratio(const Ball& a, const Ball& b) {
  constexpr long kFar = 700;
  const Bits p = wider(a.precision(), b.precision());
  if (certainly_positive(a) && certainly_positive(b)) return log(a) - log(b);
  if (certainly_less(a, b)) return Ball::integer(-kFar, p);
  if (certainly_less(b, a)) return Ball::integer(kFar, p);
  return Ball::indeterminate(p);
}

}  // namespace

void PrivacyTarget::check() const {
  const Rational& level = kind == Measure::delta ? kZero : at.as_rational();
  switch (kind) {
    case Measure::delta: {
      need(inside(bound), "delta", "in (0, 1)", bound);
      if (known_sign(at).value_or(0) >= 0) return;
      // e^epsilon is irrational, so that some precision decides.
      constexpr long kMostBits = 1L << 20;
      for (Bits p{256}; p.n <= kMostBits; p = Bits{4 * p.n}) {
        const Ball least = -expm1(at(p)), goal(bound, p);
        if (certainly_less(least, goal)) return;
        if (!certainly_less(goal, least)) continue;
        throw std::invalid_argument("no mechanism has delta(" + at.text() +
                                    ") < 1 - e^epsilon; ask for a delta above it");
      }
      throw std::invalid_argument("delta = " + bound.text() + " is too close to 1 - e^epsilon, " +
                                  "which every mechanism has at " + at.text() +
                                  ", to tell them apart; ask for a larger delta");
    }
    case Measure::advantage:
      return need(inside(bound), "advantage", "in (0, 1)", bound);
    case Measure::reconstruction:
      need(inside(level), "kappa", "in (0, 1)", level);
      return need(bound > level && bound < kOne, "gamma",
                  "in (kappa, 1): gamma(kappa) >= kappa always", bound);
    case Measure::bayes: {
      need(inside(level), "prior", "in (0, 1)", level);
      const Rational trivial = level < kOne - level ? level : kOne - level;
      return need(bound > kZero && bound < trivial, "bayes",
                  "in (0, min(prior, 1 - prior)): R is not larger for any mechanism", bound);
    }
    case Measure::type_two:
      need(inside(level), "alpha", "in (0, 1)", level);
      return need(bound > kZero && bound < kOne - level, "beta",
                  "in (0, 1 - alpha): f(alpha) <= 1 - alpha always", bound);
    case Measure::gaussian:
      need(level > kZero, "mu", "greater than 0", level);
      return need(bound > kZero && bound < kHalf, "within", "in (0, 1/2)", bound);
  }
}

const std::vector<TargetWords>& target_words() {
  using Measure = PrivacyTarget::Measure;
  static const std::vector<TargetWords> all = {
      {Measure::delta, "epsilon", "delta"},        {Measure::advantage, "", "advantage"},
      {Measure::reconstruction, "kappa", "gamma"}, {Measure::bayes, "prior", "bayes"},
      {Measure::type_two, "alpha", "beta"},        {Measure::gaussian, "mu", "within"},
  };
  return all;
}

PrivacyTarget target_of(const NamedReals& numbers) {
  for (const TargetWords& words : target_words()) {
    const size_t count = words.at.empty() ? 1 : 2;
    if (numbers.size() != count || numbers.back().first != words.bound) continue;
    if (numbers.front().first != (words.at.empty() ? words.bound : words.at)) continue;
    const Rational& bound = numbers.back().second.as_rational();
    return {words.kind, words.at.empty() ? Real(kZero) : numbers.front().second, bound};
  }
  std::string names;
  for (const auto& [name, value] : numbers) names += (names.empty() ? "" : ", ") + name;
  throw std::invalid_argument("'" + names + "' are not the numbers of one target");
}

PrivacyTarget target_of(const NamedRationals& numbers) {
  return target_of(NamedReals(numbers.begin(), numbers.end()));
}

TargetJudge::TargetJudge(const PrivacyTarget& target, Direction direction, std::string engine,
                         bool vary)
    : target_(target), direction_(direction), engine_(std::move(engine)), vary_(vary) {
  if (target.kind == PrivacyTarget::Measure::reconstruction) direction_ = Direction::forward;
}

// delta <= D, or delta - (1 - e^eps) <= D - (1 - e^eps), or 1 - delta >= 1 - D: the same question;
// delta lies in [max(0, 1 - e^eps), 1].
Ball TargetJudge::profile_height(PrivacyProfile& profile, const Real& epsilon,
                                 const Effort& effort) {
  const Bits p = bits_for_digits(effort.digits) + 64;
  const bool bayes = target_.kind == PrivacyTarget::Measure::bayes;
  const Rational& prior = bayes ? target_.at.as_rational() : kZero;
  const Rational D = bayes ? kOne - target_.bound / (kOne - prior) : target_.bound;
  const Ball one_minus(kOne - D, p);
  const bool negative = epsilon.approximate() < 0;
  Ball room = negative ? Ball(D, p) + expm1(epsilon(p)) : Ball(D, p);
  if (negative && bayes) room = Ball((prior - target_.bound) / (kOne - prior), p);
  // Each of the three lies in [0, 1].
  if (certainly_less(one_minus, room)) {
    const Enclosure e = profile.one_minus_delta(epsilon, effort);
    require_within(e.value, kZero, kOne, "1 - delta");
    budget_ = e.budget;
    return log_ratio(one_minus, e.value);
  }
  const Enclosure e = negative ? profile.excess(epsilon, effort) : profile.delta(epsilon, effort);
  require_within(e.value, kZero, kOne, negative ? "delta - (1 - e^epsilon)" : "delta");
  budget_ = e.budget;
  return log_ratio(e.value, room);
}

TargetStanding standing_of(const Ball& height) {
  if (certainly_positive(height)) return TargetStanding::missed;
  const bool met = certainly_at_most(height, Ball(height.precision()));
  return met ? TargetStanding::met : TargetStanding::undecided;
}

TargetStanding TargetJudge::exactly(const Composition& composition) const {
  return exact_standing(target_, direction_, composition);
}

Ball TargetJudge::height(const Composition& composition, int digits, const Effort& effort) {
  Effort sharp = effort;
  sharp.digits = digits;
  const Bits p = bits_for_digits(digits) + 64;
  PrivacyProfile profile(composition, direction_, engine_);
  engine_used_ = profile.engine_name();
  if (vary_ && profile.engine().vary()) varied_ = true;
  const auto small_or_complement = [&](bool upper, const Rational& bound) {
    // 1 - f <= bound, asked as such or as f >= 1 - bound.
    const Certified c = upper ? tradeoff(profile, target_.at.as_rational(), sharp)
                              : reconstruction(profile, target_.at.as_rational(), sharp);
    require_within(c.value(), kZero, kOne, upper ? "f(alpha)" : "gamma(kappa)");
    budget_ = c.budget();
    const Ball goal(upper ? kOne - bound : bound, p);
    return upper ? log_ratio(goal, c.value()) : log_ratio(c.value(), goal);
  };
  switch (target_.kind) {
    case PrivacyTarget::Measure::delta:
      return profile_height(profile, target_.at, sharp);
    case PrivacyTarget::Measure::advantage:
      return profile_height(profile, Real(kZero), sharp);
    case PrivacyTarget::Measure::bayes: {
      // R(pi) = (1-pi)(1 - delta(log(pi/(1-pi)))), as in bayes_error().
      const Rational& prior = target_.at.as_rational();
      const Rational odds = prior / (kOne - prior);
      const Real epsilon =
          odds == kOne ? Real(kZero) : Real(LogLinear{kZero, {{odds, Rational(1)}}});
      return profile_height(profile, epsilon, sharp);
    }
    case PrivacyTarget::Measure::reconstruction:
      return small_or_complement(target_.bound > kHalf, target_.bound);
    case PrivacyTarget::Measure::type_two:
      return small_or_complement(target_.bound < kHalf, kOne - target_.bound);
    case PrivacyTarget::Measure::gaussian: {
      const Composition goal =
          Composition::of("gaussian", {{"sigma", kOne / target_.at.as_rational()}});
      PrivacyProfile gaussian(goal, direction_);
      const Certified c = divergence(gaussian, profile, sharp).value;
      require_within(c.value(), kZero, kOne, "Delta(G_mu || M)");
      budget_ = c.budget();
      // Linear: Delta is nearly so in the parameter, down to 0 where M is universally better.
      return c.value() / Ball(target_.bound, p) - 1;
    }
  }
  return Ball::indeterminate(p);
}

}  // namespace plumbline
