#include "reference/engines/edge/edge.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "reference/arithmetic/contradiction.hpp"
#include "reference/arithmetic/double_text.hpp"
#include "reference/arithmetic/heuristics.hpp"
#include "reference/engines/edge/edge_rays.hpp"
#include "reference/engines/engine.hpp"
#include "reference/engines/line_search.hpp"
#include "reference/engines/sharpened.hpp"
#include "reference/engines/trivial_bounds.hpp"

namespace plumbline {
namespace {

using edge::Plan;
using edge::Terms;

constexpr double kSpare = 14;
constexpr double kLeastValue = -600;   ///< log of the smallest answer of this engine
constexpr double kFarthest = 9;        ///< largest distance of t from the smallest loss
constexpr double kLogMostReach = 3.5;  ///< log of the maximum reach of the rays
constexpr double kLogLeast = -2000;    ///< log of the smallest relevant distance
constexpr double kNegligible = -250;   ///< log of a negligible mass

/// Approximates the distributions of the steps close to their smallest losses, in doubles.
class Sketch {
 public:
  explicit Sketch(const Terms& terms) : terms_(terms) {
    for (const edge::Part& part : terms.parts) {
      std::vector<double> density;
      for (double v = kLogMostReach; v > kLogLeast; v -= kStep) {
        const Ball x = exp(Ball::from_binary64(v, edge::kRough));
        density.push_back(
            (part.density(ComplexBall(x), edge::kRough).real() * x).log_approximate());
        if (v < -3 && density.back() < kNegligible) break;
      }
      densities_.push_back(density);
      atoms_.push_back(part.atom(edge::kRough).log_approximate());
    }
  }

  /// Returns log of the transform of the i-th part at s = -e^log_size.
  double log_part(size_t i, double log_size) const {
    double most = atoms_[i];
    const auto at = [&](size_t k) {
      const double v = kLogMostReach - kStep * static_cast<double>(k);
      return densities_[i][k] - std::exp(log_size + v) + std::log(kStep);
    };
    for (size_t k = 0; k < densities_[i].size(); ++k) most = std::max(most, at(k));
    double sum = std::exp(atoms_[i] - most);
    for (size_t k = 0; k < densities_[i].size(); ++k) sum += std::exp(at(k) - most);
    return most + std::log(sum);
  }
  /// Compares, for each part, the integral of its density beyond the end of the rays (at the distance `reach`) with its
  /// transform at s = -e^log_size. Returns the approximate log of the largest ratio.
  double log_end(double reach, double log_size) const {
    double out = 0;
    for (size_t i = 0; i < terms_.parts.size(); ++i) {
      for (const double up : {0.0, 0.5, 1.0}) {
        const ComplexBall x(Ball::from_binary64(reach, edge::kRough),
                            Ball::from_binary64(1.73 * reach * up, edge::kRough));
        const UpperBound size = terms_.parts[i].density(x, edge::kRough).magnitude();
        out = std::max(out, size.log_approximate() + std::log(2 * reach) - log_part(i, log_size));
      }
    }
    return out;
  }
  /// Returns log of the integrand of the first term at s = -e^log_size.
  double log_height(double log_size) const {
    const edge::Term& term = terms_.terms.front();
    double sum = term.weight.log_approximate() + std::exp(log_size) * term.distance.approximate() -
                 2 * log_size;
    for (size_t i = 0; i < densities_.size(); ++i) {
      if (term.powers[i] > 0) {
        sum += static_cast<double>(term.powers[i]) * log_part(i, log_size);
      }
    }
    return sum;
  }

 private:
  static constexpr double kStep = 0.25;
  const Terms& terms_;
  std::vector<std::vector<double>> densities_;
  std::vector<double> atoms_;
};

/// Returns the log of a distance below which every part has a mass of at most e^log_small.
double first_of(const Terms& terms, double log_small) {
  double v = -3;
  for (const edge::Part& part : terms.parts) {
    double step = 1;
    const auto enough = [&](double at) {
      const Ball mass = part.near(exp(Ball::from_binary64(at, edge::kRough)));
      return mass.is_finite() && mass.log_approximate() < log_small;
    };
    while (v > kLogLeast && !enough(v)) {
      v -= step;
      step = std::min(step * 1.2, 20.0);
    }
  }
  return v;
}

/// Returns true if the transform decays on a vertical line, so that the line integral is long only for tiny answers.
bool decays(const Composition& composition) {
  constexpr double kFar = 3e4, kDecayed = -150;
  double sum = 0;
  for (const Factor& f : composition.factors()) {
    if (f.mechanism->measure() == nullptr) continue;
    sum += f.count.approximate() * measure_of(*f.mechanism).log_decay(-1, kFar);
  }
  return sum < kDecayed;
}

class Edge final : public Engine {
 public:
  explicit Edge(const Composition& composition)
      : composition_(composition), decays_(decays(composition)) {}

  std::string name() const override { return "edge"; }
  std::string explain() const override { return "edge: " + last_; }
  NamedTexts parameters() const override { return parameters_; }
  bool vary() override { return varied_ = true; }

  Enclosure answer(Question question, const Real& t, const Effort& effort) override {
    const Bits p = bits_for_digits(effort.digits) + 32;
    if (const auto known = beyond_support(composition_, question, t, p)) return {*known, {}};
    Enclosure best{clipped(question, Ball::indeterminate(edge::kRough), t), {}};
    const bool profile = question == Question::delta || question == Question::one_minus_delta ||
                         question == Question::excess;
    if (!profile) return best;
    try {
      search(question, t, effort, &best);
    } catch (const Interrupted&) {
    }
    return best;
  }

 private:
  void search(Question question, const Real& t, const Effort& effort, Enclosure* best) {
    if (question == Question::delta && t.approximate() >= lost_from_) return;
    constexpr double kSome = 0.5;
    double digits = effort.digits + 1;
    for (int attempt = 0; attempt < 3; ++attempt) {
      const Bits p = bits_for_digits(static_cast<long>(digits)) + 96;
      const double d = edge::distance_from_edge(composition_, t, p).approximate();
      if (!(d > 0) || d > kFarthest || (decays_ && in_bulk(t.approximate()))) return;
      const auto terms = edge::terms_below(composition_, t, p);
      if (!terms) return;
      effort.poll();
      const auto plan = plan_for(*terms, digits);
      if (!plan || (attempt == 0 && short_line(plan->c, digits))) return;
      const auto sharp = edge::terms_below(composition_, t, wider(p, plan->bits + 64));
      if (!sharp) return;
      edge::Rays rays(*sharp, *plan, effort.poll);
      sharpen(best, asked_of(rays.answer(), question, t), question, "rays and rays");
      say(*plan, rays);
      if (effort.suffices(best->value)) return;
      const double reached = best->value.relative_digits();
      if (question == Question::delta && !(reached > kSome)) {
        lost_from_ = std::min(lost_from_, t.approximate());
        return;
      }
      digits += std::isfinite(reached) && reached > 0
                    ? std::clamp(effort.digits - reached + 2, 3.0, 60.0)
                    : 20;
    }
  }

  /// Converts the expectation that the rays compute into the answer to the question.
  static Enclosure asked_of(Enclosure found, Question question, const Real& t) {
    found.value = clipped(question, of_excess(question, found.value, t), t);
    const UpperBound x = UpperBound::of(exp(t(edge::kRough)));
    found.budget.quadrature = found.budget.quadrature * x;
    found.budget.truncation = found.budget.truncation * x;
    found.budget.rounding = found.value.radius();
    return found;
  }
  static Ball of_excess(Question question, const Ball& mean, const Real& t) {
    const Ball x = exp(t(mean.precision()));
    if (question == Question::excess) return x * mean;
    if (question == Question::one_minus_delta)
      return x * (Ball::integer(1, mean.precision()) - mean);
    return x * mean - expm1(t(mean.precision()));
  }

  std::optional<Plan> plan_for(const Terms& terms, double digits) const {
    const Sketch sketch(terms);
    const double d = terms.terms.front().distance.approximate();
    const auto f = [&](double x) { return sketch.log_height(x); };
    double log_c = fourier::golden_search(-std::log(d) - 4, -std::log(d) + 9, 40, f).middle();
    const double log_value = std::min(f(log_c) + log_c - 1, 0.0);
    if (!(log_value > kLeastValue)) return std::nullopt;
    Plan out{};
    out.log_tolerance = log_value - digits * kLn10 - 3;
    const auto nats_at = [&](double x) {
      return std::max(f(x) + x, log_value) - out.log_tolerance;
    };
    // The omitted integrals beyond the ends of the rays are approximately e^(c reach) times the densities there.
    double reach = 0, best_c = std::numeric_limits<double>::infinity();
    for (const double most : {5.0, 7.0, 10.0, 14.0}) {
      const double shortest =
          (nats_at(log_c) + kSpare + sketch.log_end(most, log_c)) / std::exp(log_c);
      const double tried = std::max(std::min(shortest, most), 1.5 * d);
      const double at_end = sketch.log_end(tried, log_c) + kSpare;
      double tried_c = log_c;
      for (int i = 0; i < 20; ++i) {
        tried_c = std::max(tried_c, std::log((nats_at(tried_c) + at_end) / tried));
      }
      if (tried_c < best_c) {
        best_c = tried_c;
        reach = tried;
      }
    }
    if (!std::isfinite(best_c)) return std::nullopt;
    log_c = best_c;
    out.nats = nats_at(log_c);
    if (!(out.nats < 4000)) return std::nullopt;
    out.c = -rounded_down(std::exp(log_c), 20);
    double least = 0;
    for (size_t i = 0; i < terms.parts.size(); ++i) {
      if (terms.terms.front().powers[i] > 0) least = std::min(least, sketch.log_part(i, log_c));
    }
    const double last = rounded_down(std::log(2 * reach) + 0.02, 10);
    const double first = std::min(first_of(terms, least - out.nats - 5), last - 2);
    out.panels = static_cast<long>(std::ceil(last - first));
    if (out.panels > 1500) return std::nullopt;
    out.first = last - static_cast<double>(out.panels) + (varied_ ? 0.125 : 0);
    out.bits = Bits{static_cast<long>(out.nats / kLn2) + 50};
    return out;
  }

  /// Returns true if t lies in the bulk of the losses.
  bool in_bulk(double t) const {
    constexpr double kDeviations = 4;
    const auto where = composition_.approximate_location(0);
    return t > where.mean - kDeviations * where.deviation;
  }

  /// Returns true if the transform decays fast enough on the vertical line Re s = c.
  bool short_line(double c, double digits) const {
    constexpr double kFar = 6000;
    double decay = 0;
    for (const Factor& f : composition_.factors()) {
      if (f.mechanism->measure() == nullptr) continue;
      decay += f.count.approximate() * measure_of(*f.mechanism).log_decay(c, -kFar * c);
    }
    return decay < -(digits * kLn10 + 5);
  }

  void say(const Plan& plan, const edge::Rays& rays) {
    last_ = "from Re s = " + fixed_text(plan.c, 6) + " along two rays, " +
            std::to_string(rays.outer_nodes()) + " nodes, each of " +
            std::to_string(rays.inner_nodes()) + " on a ray, " + std::to_string(plan.bits.n) +
            " bits";
    parameters_ = {{"c", exact_text(plan.c)},
                   {"panels", std::to_string(plan.panels)},
                   {"points", std::to_string(rays.outer_nodes())},
                   {"bits", std::to_string(plan.bits.n)}};
  }

  Composition composition_;
  bool decays_;
  std::string last_ = "t is not close to the smallest loss, or a line is short";
  NamedTexts parameters_;
  /// From this threshold on, which is far from the smallest loss, delta is a difference that cancels completely.
  double lost_from_ = std::numeric_limits<double>::infinity();
  bool varied_ = false;
};

Estimate estimate(const Composition& composition) {
  // This engine comes after the line integral for many steps, and after the integral of the engine "direct" for two
  // steps.
  constexpr double kAfterLine = 1.4, kAfterIntegral = 0.25;
  constexpr long kFewSteps = 2, kManySteps = 100;
  const bool few = composition.steps() <= Rational(kFewSteps),
             many = composition.steps() > Rational(kManySteps);
  // If all steps are subsampled Gaussian, the line integral can be split into several short ones (scale_split.hpp).
  const auto& factors = composition.factors();
  const bool alone = std::all_of(factors.begin(), factors.end(), [](const Factor& f) {
    const auto law = f.mechanism->offer<EdgeDensity>();
    return law && !law->end;
  });
  return {many || alone ? kAfterLine
          : few         ? kAfterIntegral
                        : 0.03,
          "rays, close to the smallest loss alone"};
}

std::unique_ptr<Engine> make(const Composition& composition) {
  return std::make_unique<Edge>(composition);
}

}  // namespace

EngineEntry edge_entry() {
  return {"edge", "sampled steps close to the smallest loss: an integral along two rays",
          edge::refusal, estimate, make};
}

}  // namespace plumbline
