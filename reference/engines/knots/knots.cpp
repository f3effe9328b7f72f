#include "reference/engines/knots/knots.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "reference/arithmetic/contradiction.hpp"
#include "reference/arithmetic/double_text.hpp"
#include "reference/engines/engine.hpp"
#include "reference/engines/knots/knots_path.hpp"
#include "reference/engines/laplace_line.hpp"
#include "reference/engines/trivial_bounds.hpp"

namespace plumbline {
namespace {

using knots::kBoundBits;
using knots::Steps;

constexpr double kMostKnots = 20000;

double knot_count(const Composition& composition) {
  double count = 1;
  for (const Factor& f : composition.factors()) count *= f.count.approximate() + 1;
  return count;
}

class Knots final : public Engine {
 public:
  explicit Knots(const Composition& composition) : composition_(composition) {
    for (const Factor& f : composition_.factors()) {
      steps_.push_back({std::shared_ptr<EndpointExpansion>(f.mechanism->offer<EndpointExpansion>()),
                        f.mechanism, static_cast<long>(f.count.approximate())});
    }
  }

  std::string name() const override { return "knots"; }
  std::string explain() const override { return "knots: " + last_; }
  NamedTexts parameters() const override { return parameters_; }
  bool vary() override { return varied_ = true; }

  Enclosure answer(Question question, const Real& t, const Effort& effort) override {
    const Bits p = bits_for_digits(effort.digits) + 32;
    if (const auto known = beyond_support(composition_, question, t, p)) return {*known, {}};
    Enclosure best{clipped(question, Ball::indeterminate(Bits{64}), t), {}};
    double digits = effort.digits + 0.5, lift = 1;
    try {
      for (int attempt = 0; attempt < 4; ++attempt) {
        effort.poll();
        knots::Plan plan = knots::Planner(steps_, question, t.approximate()).plan(digits, lift);
        // For the second computation, the rays start at another height; any height is valid.
        if (varied_) plan.height += 2 * plan.panel * std::ceil(0.1 * plan.height / plan.panel);
        knots::Evaluation evaluation(steps_, plan, question, t, effort.poll);
        Enclosure found = evaluation.answer();
        found.value = clipped(question, found.value, t);
        common(found.value, best.value, "an answer by knots on two contours");
        if (found.value.radius() <= best.value.radius()) best = found;
        last_ = "from Re s = " + fixed_text(plan.c, 6) +
                " up to Im s = " + fixed_text(plan.height, 6) + ", then two rays; " +
                std::to_string(evaluation.panels()) + " panels of " + std::to_string(plan.points) +
                " points, " + std::to_string(plan.bits.n) + " bits";
        parameters_ = {{"c", exact_text(plan.c)},
                       {"height", exact_text(plan.height)},
                       {"panels", std::to_string(evaluation.panels())},
                       {"points", std::to_string(plan.points)},
                       {"bits", std::to_string(plan.bits.n)}};
        const double reached = best.value.relative_digits();
        if (effort.suffices(best.value)) break;
        if (!(reached > 1)) {
          lift *= 4;
          continue;
        }
        digits += std::isfinite(reached) ? std::clamp(effort.digits - reached + 2, 3.0, 60.0) : 20;
      }
    } catch (const Interrupted&) {
    }
    return best;
  }

 private:
  Composition composition_;
  std::vector<Steps> steps_;
  std::string last_ = "nothing computed yet";
  NamedTexts parameters_;
  bool varied_ = false;
};

}  // namespace

namespace {

std::string refusal(const Composition& composition) {
  for (const Factor& f : composition.factors()) {
    if (f.mechanism->offer<EndpointExpansion>() == nullptr) {
      return "it covers products of laplace and subsampled_laplace alone";
    }
  }
  if (std::string why = missing_transform(composition); !why.empty()) return why;
  if (!(knot_count(composition) <= kMostKnots)) {
    return "it covers at most " + std::to_string(static_cast<long>(kMostKnots)) + " knots";
  }
  return immoderate_losses(composition);
}

/// Returns true if the line integral has few digits or is long, because the atoms have a large mass.
bool beats_a_line(const Composition& composition) {
  // The contribution of the atoms to the transform, which does not decay, limits the accuracy of a line integral. The
  // decay of the other contributions determines the length of the line.
  constexpr double kNegligible = 75, kDecayed = -60, kLong = 3e4, kReach = 1.5;
  const double deviation = composition.approximate_location(1).deviation;
  double share = 0;
  for (const Factor& f : composition.factors()) {
    const auto expansion = f.mechanism->offer<EndpointExpansion>();
    double atoms = 0;
    for (const Endpoint endpoint : {Endpoint::low, Endpoint::high}) {
      atoms += expansion->mass(endpoint, kBoundBits).approximate() *
               std::exp(expansion->position(endpoint, kBoundBits).approximate() / 2);
    }
    share +=
        f.count.approximate() * (measure_of(*f.mechanism).log_transform(0.5) - std::log(atoms));
  }
  if (share < kNegligible) return true;
  const double longest = kLong / (4 * deviation);  // kLong nodes, step 2 pi/(24 deviations)
  double decay = 0;
  for (const Factor& f : composition.factors()) {
    decay += f.count.approximate() * measure_of(*f.mechanism).log_decay(kReach, longest);
  }
  return decay > kDecayed;
}

Estimate estimate(const Composition& composition) {
  if (!beats_a_line(composition))
    return Estimate::not_worth_it("the transform decays fast enough on a line");
  // With many breakpoints, the cost hardly depends on the number of digits, so that a line is cheaper for few digits.
  constexpr long kManySteps = 20;
  constexpr int kFewDigits = 6;
  Estimate out{
      0.3, "an integral split at the breakpoints, where atoms prevent the decay of the transform"};
  out.few = std::max(composition.steps() > Rational(kManySteps) ? kFewDigits : 0,
                     digits_of_a_line(composition));
  out.cost_of_few = 1.2;
  return out;
}

std::unique_ptr<Engine> make(const Composition& composition) {
  return std::make_unique<Knots>(composition);
}

}  // namespace

EngineEntry knots_entry() {
  return {"knots",
          "few steps of laplace and subsampled_laplace: an integral split at its breakpoints",
          refusal, estimate, make};
}

}  // namespace plumbline
