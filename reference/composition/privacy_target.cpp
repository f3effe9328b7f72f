#include "reference/composition/privacy_target.hpp"

#include <stdexcept>

#include "reference/arithmetic/ball.hpp"
#include "reference/arithmetic/constants.hpp"

namespace plumbline {
namespace {

const Rational kHalf(1, 2);

void need(bool fine, const std::string& name, const std::string& range, const Rational& value) {
  if (!fine) throw std::invalid_argument(name + " must be " + range + ", got " + value.text());
}

bool inside(const Rational& x) { return x > kZero && x < kOne; }

}  // namespace

void PrivacyTarget::check() const {
  const Rational& level = kind == Measure::delta ? kZero : at.as_rational();
  switch (kind) {
    case Measure::delta: {
      need(inside(bound) || bound.is_zero(), "delta", "in [0, 1)", bound);
      if (bound.is_zero() && known_sign(at).value_or(0) <= 0) {
        throw std::invalid_argument("at delta = 0 epsilon must be greater than 0, got " +
                                    at.text());
      }
      if (known_sign(at).value_or(0) >= 0) return;
      // e^epsilon is irrational, so that some precision decides.
      constexpr long kMostBits = 1L << 20;
      for (Bits p{256}; p.n <= kMostBits; p = Bits{4 * p.n}) {
        const Ball least = -expm1(at(p)), goal(bound, p);
        if (certainly_less(least, goal)) return;
        if (!certainly_less(goal, least)) continue;
        throw std::invalid_argument("no mechanism has delta(" + at.text() +
                                    ") < 1 - e^epsilon; request a larger delta");
      }
      throw std::invalid_argument(
          "delta = " + bound.text() + " cannot be separated from 1 - e^epsilon, " +
          "the smallest delta of any mechanism at " + at.text() + "; request a larger delta");
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

}  // namespace plumbline
