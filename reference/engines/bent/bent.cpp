#include "reference/engines/bent/bent.hpp"

#include <algorithm>
#include <cmath>
#include <deque>
#include <limits>

#include "reference/arithmetic/contradiction.hpp"
#include "reference/arithmetic/double_text.hpp"
#include "reference/arithmetic/heuristics.hpp"
#include "reference/engines/bent/bent_line.hpp"
#include "reference/engines/direct/settled.hpp"
#include "reference/engines/engine.hpp"
#include "reference/engines/trivial_bounds.hpp"

namespace plumbline {
namespace {

std::vector<bent::Steps> batches_of(const Composition& composition) {
  std::vector<bent::Steps> out;
  for (const Factor& f : composition.factors()) {
    if (const auto law = f.mechanism->offer<batch::BatchLaw>()) out.push_back({*law, f.count});
  }
  return out;
}

class Bent final : public Engine {
 public:
  explicit Bent(const Composition& composition)
      : composition_(composition), steps_(batches_of(composition)) {}

  std::string name() const override { return "bent"; }
  std::string explain() const override { return "bent: " + last_; }
  NamedTexts parameters() const override { return parameters_; }
  bool vary() override {
    lines_.clear();
    return varied_ = true;
  }

  Enclosure answer(Question question, const Real& t, const Effort& effort) override {
    const Ball x = t(bits_for_digits(effort.digits) + 64);
    const bool below = t.rational() ? t.rational()->sign() < 0 : certainly_negative(x);
    Enclosure found = below ? below_zero(question, t, effort) : above_zero(question, t, effort);
    found.value = clipped(question, found.value, t);
    return found;
  }

 private:
  // Steps on batches have the same loss distribution for both orders of the two data sets (FIXED-BATCH): -S under Q
  // is distributed as S under P, so that excess(t) = e^t delta(-t), and P(S <= t) = Q(S >= -t) = Q(S > -t) for t < 0,
  // because 0 is the only atom.
  Enclosure below_zero(Question question, const Real& t, const Effort& effort) {
    const Real back([t](Bits p) { return -t(p); });
    const Ball x = t(bits_for_digits(effort.digits) + 64);
    const auto at = [&](Question q) { return above_zero(q, back, effort); };
    Enclosure out{Ball::indeterminate(Bits{64}), {}};
    switch (question) {
      case Question::delta:
        out = at(Question::delta);
        out.value = exp(x) * out.value - expm1(x);
        return out;
      case Question::one_minus_delta:
        out = at(Question::one_minus_delta);
        out.value = exp(x) * out.value;
        return out;
      case Question::excess:
        out = at(Question::delta);
        out.value = exp(x) * out.value;
        return out;
      case Question::P_above:
        return at(Question::Q_below);
      case Question::P_below:
        return at(Question::Q_above);
      case Question::Q_above:
        return at(Question::P_below);
      case Question::Q_below:
        return at(Question::P_above);
    }
    return out;
  }

  Enclosure above_zero(Question question, const Real& t, const Effort& effort) {
    Enclosure best{clipped(question, Ball::indeterminate(Bits{64}), t), {}};
    double digits = effort.digits + 1.5, log_value = std::numeric_limits<double>::infinity();
    try {
      for (const Line& line : lines_) {
        if (std::fabs(line.t - t.approximate()) > 0.25 * line.t) continue;
        improve(along(line, question, t, effort.poll), question, t, &best);
        if (effort.suffices(best.value)) return best;
      }
      for (int attempt = 0; attempt < 5; ++attempt) {
        effort.poll();
        const double at = std::max(0.0, t.approximate());
        auto plan = bent::choose(steps_, question, at, digits, log_value, effort.poll);
        constexpr double kFar = -60;
        if (plan && !std::isfinite(log_value) && plan->log_scale < kFar) {
          // The saddle-point estimate of so small an answer may be far too large.
          log_value = smaller_value(plan->log_scale, at);
          if (log_value < plan->log_scale - 10) {
            plan = bent::choose(steps_, question, at, digits, log_value, effort.poll);
          }
        }
        if (!plan) {
          digits = 0.7 * digits;
          continue;
        }
        if (varied_) {
          plan->step = rounded_down(plan->step * 0.93, 16);
          plan->last += plan->last / 12 + 1;
          plan->points += 2;
        }
        lines_.push_front({at, *plan, bent::LineValues(steps_, *plan, effort.poll)});
        if (lines_.size() > kMostLines) lines_.pop_back();
        improve(along(lines_.front(), question, t, effort.poll), question, t, &best);
        if (effort.suffices(best.value)) break;
        const double reached = best.value.relative_digits();
        if (reached > 2) {
          digits +=
              std::isfinite(reached) ? std::clamp(effort.digits - reached + 1, 1.0, 20.0) : 10;
        } else {
          const double most = best.value.upper().log_approximate();
          const double less = smaller_value(most, at);
          log_value = less < std::min(log_value, most) ? less : std::min(log_value, most) - 20;
        }
      }
    } catch (const Interrupted&) {
    }
    return best;
  }

  /// Estimates the log of an answer of which only the upper bound e^log_most is known. Returns the smaller of log_most
  /// and the log of an estimate for the case that a single step causes the whole loss.
  double smaller_value(double log_most, double t) const {
    double out = -std::numeric_limits<double>::infinity();
    for (const bent::Steps& s : steps_) {
      const double mu = s.law.mu_approx,
                   x = mu / 2 + std::log1p(std::expm1(t) / s.law.q_approx) / mu;
      out = std::max(out, std::log(s.count.approximate()) - x * x / 2 - 2 * std::log(x + 1));
    }
    return std::min(out, log_most);
  }

  /// A computed line, and the threshold for which it was chosen.
  struct Line {
    double t;
    bent::Plan plan;
    bent::LineValues values;
  };
  static constexpr size_t kMostLines = 8;

  static void improve(Enclosure found, Question question, const Real& t, Enclosure* best) {
    found.value = clipped(question, found.value, t);
    common(found.value, best->value, "an answer by deformed contours");
    if (found.value.radius() <= best->value.radius()) *best = found;
  }

  Enclosure along(const Line& line, Question question, const Real& t, const Poll& poll) {
    const bent::Plan& plan = line.plan;
    const bent::LineValues& values = line.values;
    const Ball x = t(plan.bits);
    Enclosure out = bent::on_line(steps_, plan, values, fourier::kernel_of(question), x, poll);
    Ball atom = Ball::integer(1, plan.bits);
    for (const bent::Steps& s : steps_) {
      atom = atom * power(batch::rest_at_zero(s.law, plan.bits), s.count);
    }
    const Ball rest = Ball::integer(1, plan.bits) - atom;
    out.value = fourier::from_region(question, plan.c, out.value, x, {rest, rest}) +
                direct::settled_answer(question, atom, atom, exp(x), false);
    last_ = "from " + fixed_text(plan.c, 6) + ", " + std::to_string(plan.last + 1) + " nodes, " +
            std::to_string(values.exponentials()) + " exponentials, " +
            std::to_string(plan.bits.n) + " bits";
    parameters_ = {
        {"method", "bent line, a = " + exact_text(plan.a) + ", e = " + exact_text(plan.e)},
        {"c", exact_text(plan.c)},
        {"step", exact_text(plan.step)},
        {"last", std::to_string(plan.last)},
        {"left", exact_text(plan.up)},
        {"right", exact_text(plan.down)},
        {"points", std::to_string(plan.points)},
        {"bits", std::to_string(plan.bits.n)}};
    return out;
  }

  Composition composition_;
  std::vector<bent::Steps> steps_;
  std::deque<Line> lines_;
  std::string last_ = "nothing computed yet";
  NamedTexts parameters_;
  bool varied_ = false;
};

std::string refusal(const Composition& composition) {
  if (batches_of(composition).size() != composition.factors().size()) {
    return "it covers products of without_replacement alone";
  }
  return "";
}

Estimate estimate(const Composition& composition) {
  // With so few steps and so little noise, a line integral along a vertical line has few digits.
  constexpr double kLittleNoise = 1.8, kFewSteps = 400, kBefore = 0.9, kAfter = 20;
  double count = 0, mu = std::numeric_limits<double>::infinity();
  for (const bent::Steps& s : batches_of(composition)) {
    count += s.count.approximate();
    mu = std::min(mu, s.law.mu_approx);
  }
  return {mu > kLittleNoise && count < kFewSteps ? kBefore : kAfter, "a deformed contour"};
}

std::unique_ptr<Engine> make(const Composition& composition) {
  return std::make_unique<Bent>(composition);
}

}  // namespace

EngineEntry bent_entry() {
  return {"bent", "steps on batches of fixed size: inversion on a deformed contour", refusal,
          estimate, make};
}

}  // namespace plumbline
