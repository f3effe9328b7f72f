#include "reference/engines/direct/direct.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "reference/arithmetic/contradiction.hpp"
#include "reference/arithmetic/rational_sum.hpp"
#include "reference/engines/direct/direct_three.hpp"
#include "reference/engines/engine.hpp"
#include "reference/engines/trivial_bounds.hpp"
#include "reference/mechanisms/capabilities.hpp"
#include "reference/mechanisms/gaussian/gaussian.hpp"

namespace plumbline {
namespace {

constexpr size_t kMostSteps = 3;

/// Returns one step, the Gaussian pair with this mu^2; no step if mu^2 = 0.
std::vector<direct::Step> gaussian_steps(const Rational& mu_squared) {
  if (mu_squared.sign() == 0) return {};
  return {{mixture_noise(mu_squared, Rational(1)),
           [mu_squared](const Real& t, Bits p) { return gaussian_tails(mu_squared, t, p); },
           std::nullopt, std::nullopt}};
}

/// Returns the steps, with all Gaussian steps combined into one. A list of more than kMostSteps steps may be
/// incomplete: it only shows that there are too many.
std::vector<direct::Step> steps_of(const Composition& composition) {
  std::vector<direct::Step> steps;
  if (const auto& all = composition.gaussian_mu_squared()) return gaussian_steps(*all);
  std::vector<Rational> terms;
  for (const Factor& f : composition.factors()) {
    if (const auto mu2 = gaussian_mu_squared(*f.mechanism)) {
      terms.push_back(*mu2 * f.count);
      continue;
    }
    const Mechanism m = f.mechanism;
    for (Rational n(0); n < f.count && steps.size() <= kMostSteps; n = n + Rational(1)) {
      steps.push_back({m->offer<NoiseLaw>(), [m](const Real& t, Bits p) { return m->tails(t, p); },
                       m->smallest_loss(), m->largest_loss()});
    }
  }
  const std::vector<direct::Step> gaussian = gaussian_steps(rational_sum(std::move(terms)));
  steps.insert(steps.end(), gaussian.begin(), gaussian.end());
  return steps;
}

class Direct final : public Engine {
 public:
  explicit Direct(const Composition& composition)
      : composition_(composition), steps_(steps_of(composition_)) {
    // The innermost (last) step is the one whose closed form has the fewest points at which it is not analytic.
    const auto corners = [](const direct::Step& s) {
      return (s.smallest ? 1 : 0) + (s.smallest && s.noise->atoms().empty() ? 2 : 0);
    };
    std::stable_sort(steps_.begin(), steps_.end(),
                     [&](const auto& a, const auto& b) { return corners(a) > corners(b); });
  }

  std::string name() const override { return "direct"; }
  std::string explain() const override {
    return "direct: " + std::to_string(steps_.size()) +
           " steps by integration over the noise; last with " + std::to_string(bits_) + " bits";
  }

  NamedTexts parameters() const override {
    return {{"steps", std::to_string(steps_.size())}, {"bits", std::to_string(bits_)}};
  }

  Enclosure answer(Question question, const Real& t, const Effort& effort) override {
    Bits p = bits_for_digits(effort.digits) + 40;
    if (const auto exact = beyond_support(composition_, question, t, p)) return {*exact, {}};
    Ball best = clipped(question, Ball::indeterminate(p), t);
    try {
      // For small answers the inner closed form cancels: the precision increases until the result is accurate.
      const long kMostBits = steps_.size() == 3 ? 400 : 4096;
      for (; p.n <= kMostBits; p = Bits{2 * p.n}) {
        bits_ = p.n;
        const Ball value = clipped(question, at_precision(question, t, p, effort), t);
        common(value, best, "an answer by direct integrals at two precisions");
        if (value.radius() <= best.radius()) best = value;
        if (effort.suffices(best)) break;
      }
    } catch (const Interrupted&) {
    }
    return {best, {best.radius(), UpperBound(), UpperBound(), UpperBound()}};
  }

 private:
  Ball at_precision(Question question, const Real& t, Bits p, const Effort& effort) const {
    if (steps_.size() == 1) return direct::one(steps_[0], question, t, p);
    if (steps_.size() == 2) {
      return direct::two(steps_[0], steps_[1], question, t, p, effort.poll);
    }
    return direct::three(steps_, question, t, p.n - 30, p, effort.poll);
  }

  Composition composition_;
  std::vector<direct::Step> steps_;
  long bits_ = 0;
};

}  // namespace

namespace {

std::string refusal(const Composition& composition) {
  if (std::string why = missing_tails(composition); !why.empty()) return why;
  const std::vector<direct::Step> steps = steps_of(composition);
  for (const direct::Step& s : steps) {
    if (!s.noise) return "it covers mechanisms with an explicit noise variable alone";
  }
  if (steps.size() > kMostSteps) return "it covers at most 3 steps (all gaussians count as one)";
  return "";
}

Estimate estimate(const Composition& composition) {
  if (steps_of(composition).size() == 2)
    return {0.2, "one integral, tighter than a contour integral"};
  return Estimate::not_worth_it(
      "three steps need a nested integral, and a contour integral is faster");
}

std::unique_ptr<Engine> make(const Composition& composition) {
  return std::make_unique<Direct>(composition);
}

}  // namespace

EngineEntry direct_entry() {
  return {"direct", "two or three steps (gaussians count as one) by integration; auto: two",
          refusal, estimate, make};
}

}  // namespace plumbline
