#include "reference/quantities/calibration/calibration_target.hpp"

#include <stdexcept>

#include "reference/arithmetic/contradiction.hpp"
#include "reference/quantities/calibration/calibration_exact.hpp"

namespace plumbline {
namespace {

const Rational kZero(0), kOne(1), kHalf(1, 2);

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
  switch (kind) {
    case Kind::delta: {
      need(inside(bound), "delta", "in (0, 1)", bound);
      if (at.sign() >= 0) return;
      // e^epsilon is irrational, so that some precision decides.
      constexpr long kMostBits = 1L << 20;
      for (Bits p{256}; p.n <= kMostBits; p = Bits{4 * p.n}) {
        const Ball least = -expm1(Ball(at, p)), goal(bound, p);
        if (certainly_less(least, goal)) return;
        if (!certainly_less(goal, least)) continue;
        throw std::invalid_argument("no mechanism has delta(" + at.text() +
                                    ") < 1 - e^epsilon; ask for a delta above it");
      }
      throw std::invalid_argument("delta = " + bound.text() + " is too close to 1 - e^epsilon, " +
                                  "which every mechanism has at " + at.text() +
                                  ", to tell them apart; ask for a larger delta");
    }
    case Kind::advantage:
      return need(inside(bound), "advantage", "in (0, 1)", bound);
    case Kind::reconstruction:
      need(inside(at), "kappa", "in (0, 1)", at);
      return need(bound > at && bound < kOne, "gamma",
                  "in (kappa, 1): gamma(kappa) >= kappa always", bound);
    case Kind::bayes: {
      need(inside(at), "prior", "in (0, 1)", at);
      const Rational trivial = at < kOne - at ? at : kOne - at;
      return need(bound > kZero && bound < trivial, "bayes",
                  "in (0, min(prior, 1 - prior)): R is not larger for any mechanism", bound);
    }
    case Kind::type_two:
      need(inside(at), "alpha", "in (0, 1)", at);
      return need(bound > kZero && bound < kOne - at, "beta",
                  "in (0, 1 - alpha): f(alpha) <= 1 - alpha always", bound);
    case Kind::gaussian:
      need(at > kZero, "mu", "greater than 0", at);
      return need(bound > kZero && bound < kHalf, "within", "in (0, 1/2)", bound);
  }
}

const std::vector<TargetWords>& target_words() {
  using Kind = PrivacyTarget::Kind;
  static const std::vector<TargetWords> all = {
      {Kind::delta, "epsilon", "delta"},        {Kind::advantage, "", "advantage"},
      {Kind::reconstruction, "kappa", "gamma"}, {Kind::bayes, "prior", "bayes"},
      {Kind::type_two, "alpha", "beta"},        {Kind::gaussian, "mu", "within"},
  };
  return all;
}

PrivacyTarget target_of(const NamedRationals& numbers) {
  for (const TargetWords& words : target_words()) {
    const size_t count = words.at.empty() ? 1 : 2;
    if (numbers.size() != count || numbers.back().first != words.bound) continue;
    if (numbers.front().first != (words.at.empty() ? words.bound : words.at)) continue;
    return {words.kind, words.at.empty() ? kZero : numbers.front().second, numbers.back().second};
  }
  std::string names;
  for (const auto& [name, value] : numbers) names += (names.empty() ? "" : ", ") + name;
  throw std::invalid_argument("'" + names + "' are not the numbers of one target");
}

TargetJudge::TargetJudge(const PrivacyTarget& target, Direction direction, std::string engine,
                         bool vary)
    : target_(target), direction_(direction), engine_(std::move(engine)), vary_(vary) {
  if (target.kind == PrivacyTarget::Kind::reconstruction) direction_ = Direction::forward;
}

// delta <= D, or delta - (1 - e^eps) <= D - (1 - e^eps), or 1 - delta >= 1 - D: the same question;
// delta lies in [max(0, 1 - e^eps), 1].
Ball TargetJudge::profile_height(PrivacyProfile& profile, const Real& epsilon,
                                 const Effort& effort) {
  const Bits p = bits_for_digits(effort.digits) + 64;
  const Rational D = target_.kind == PrivacyTarget::Kind::bayes
                         ? kOne - target_.bound / (kOne - target_.at)
                         : target_.bound;
  const Ball one_minus(kOne - D, p);
  const bool negative = epsilon.approximate() < 0;
  Ball room = negative ? Ball(D, p) + expm1(epsilon(p)) : Ball(D, p);
  if (negative && target_.kind == PrivacyTarget::Kind::bayes) {
    room = Ball((target_.at - target_.bound) / (kOne - target_.at), p);
  }
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
    const Certified c =
        upper ? tradeoff(profile, target_.at, sharp) : reconstruction(profile, target_.at, sharp);
    require_within(c.value, kZero, kOne, upper ? "f(alpha)" : "gamma(kappa)");
    budget_ = c.budget;
    const Ball goal(upper ? kOne - bound : bound, p);
    return upper ? log_ratio(goal, c.value) : log_ratio(c.value, goal);
  };
  switch (target_.kind) {
    case PrivacyTarget::Kind::delta:
      return profile_height(profile, Real(target_.at), sharp);
    case PrivacyTarget::Kind::advantage:
      return profile_height(profile, Real(kZero), sharp);
    case PrivacyTarget::Kind::bayes: {
      // R(pi) = (1-pi)(1 - delta(log(pi/(1-pi)))), as in bayes_error().
      const Rational odds = target_.at / (kOne - target_.at);
      const Real epsilon =
          odds == kOne ? Real(kZero) : Real(LogLinear{kZero, {{odds, Rational(1)}}});
      return profile_height(profile, epsilon, sharp);
    }
    case PrivacyTarget::Kind::reconstruction:
      return small_or_complement(target_.bound > kHalf, target_.bound);
    case PrivacyTarget::Kind::type_two:
      return small_or_complement(target_.bound < kHalf, kOne - target_.bound);
    case PrivacyTarget::Kind::gaussian: {
      const Composition goal = Composition::of("gaussian", {{"sigma", kOne / target_.at}});
      PrivacyProfile gaussian(goal, direction_);
      const Certified c = divergence(gaussian, profile, sharp).value;
      require_within(c.value, kZero, kOne, "Delta(G_mu || M)");
      budget_ = c.budget;
      // Linear: Delta is nearly so in the parameter, down to 0 where M is universally better.
      return c.value / Ball(target_.bound, p) - 1;
    }
  }
  return Ball::indeterminate(p);
}

}  // namespace plumbline
