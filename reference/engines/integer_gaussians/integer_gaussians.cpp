#include "reference/engines/integer_gaussians/integer_gaussians.hpp"

#include <algorithm>
#include <cmath>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/contradiction.hpp"
#include "reference/arithmetic/double_text.hpp"
#include "reference/arithmetic/heuristics.hpp"
#include "reference/engines/engine.hpp"
#include "reference/engines/integer_gaussians/gaussian_lattices.hpp"
#include "reference/engines/trivial_bounds.hpp"
#include "reference/mechanisms/capabilities.hpp"

namespace plumbline {
namespace {

constexpr double kMostTerms = 3e6;    // terms of a sum that takes some seconds
constexpr double kMostEntries = 3e5;  // maximum number of entries of all tables together
constexpr double kMostDepth = 6000;   // maximum depth, in bits

using Group = GaussianLattices::Group;

std::optional<std::vector<Group>> groups_of(const Composition& composition) {
  constexpr long kMostCopies = 1000000;
  std::vector<Group> out;
  for (const Factor& f : composition.factors()) {
    const auto noise = f.mechanism->offer<DiscreteGaussianNoise>();
    if (!noise || f.count > Rational(kMostCopies)) return std::nullopt;
    const Rational spacing = f.mechanism->lattice().value().spacing;
    out.push_back({noise->variance, spacing, saturated(f.count.approximate())});
  }
  return out;
}

/// Returns the mean of the loss under Q. It is the constant c of at_depth(), and approximately half the variance of U
/// (gaussian_lattices.hpp).
Rational middle_of(const Composition& composition) {
  Rational out(0);
  for (const Factor& f : composition.factors())
    out = out - f.count * f.mechanism->lattice()->offset;
  return out;
}

class IntegerGaussians final : public Engine {
 public:
  explicit IntegerGaussians(const Composition& composition)
      : composition_(composition),
        lattices_(*groups_of(composition)),
        middle_(middle_of(composition)) {}

  std::string name() const override { return "integer_gaussians"; }
  std::string explain() const override {
    return "integer_gaussians: " + std::to_string(composition_.factors().size()) + " tables of " +
           significant_text(lattices_.entries(depth_), 6) + " masses, a sum of " +
           significant_text(lattices_.terms(depth_), 6) + " terms; depth " +
           significant_text(depth_, 6) + " bits";
  }
  NamedTexts parameters() const override { return {{"depth", exact_text(depth_)}}; }
  bool vary() override { return varied_ = true; }

  Enclosure answer(Question question, const Real& t, const Effort& effort) override {
    Ball best = clipped(question, Ball::indeterminate(Bits{64}), t);
    for (double depth = fitting(first_depth(t, effort.digits)); fits(depth); depth *= 2) {
      try {
        depth_ = depth;
        const Ball value = clipped(question, at_depth(question, t, depth, effort.poll), t);
        common(value, best, "an answer by integer_gaussians at two depths");
        if (value.radius() <= best.radius()) best = value;
      } catch (const Interrupted&) {
        break;
      }
      if (effort.suffices(best)) break;
    }
    return {best, {UpperBound(), best.radius(), UpperBound(), UpperBound()}};
  }

 private:
  static constexpr double kGrain = 48;

  bool fits(double depth) const {
    return depth < kMostDepth && (lattices_.terms(depth) < 10 * kMostTerms ||
                                  lattices_.half(depth) < GaussianLattices::kMostPoints);
  }
  /// Returns `depth` or, if the sums for it would be too long, the next lower depth whose sums are short enough.
  double fitting(double depth) const {
    while (depth > kGrain && !fits(depth)) depth = kGrain * (std::ceil(depth / kGrain) - 1);
    return depth;
  }

  /// Returns the depth, in bits, that an answer of the expected size needs. The depth is a multiple of kGrain, so that
  /// thresholds with similar answers use the same tables.
  double first_depth(const Real& t, int digits) const {
    constexpr double kLikely = 2500;
    const double c = middle_.approximate(), far = std::fabs(t.approximate()) + c;
    const double size = std::min(far * far / (4 * c) / kLn2, kLikely);
    const double needed = 3.33 * digits + 40 + size + (varied_ ? 29 : 0);
    if (depth_ >= needed && depth_ <= 3 * needed + 200) return depth_;
    return kGrain * std::ceil(1.1 * needed / kGrain);
  }

  /// Returns the answer with an error of approximately 2^-depth. The loss is U - c under P and U + c under Q, and U
  /// is symmetric about 0.
  Ball at_depth(Question question, const Real& t, double depth, const Poll& poll) {
    const Bits p{saturated(depth) + 64};
    const Real c{middle_};
    const auto beyond = [&](const Real& u, bool strict) {
      return lattices_.above(u, strict, depth, p, poll);
    };
    const LossTails tails{beyond(t + c, true), beyond(-(t + c), false), beyond(t - c, true),
                          beyond(c - t, false)};
    return from_tails(question, tails, t(p));
  }

  Composition composition_;
  GaussianLattices lattices_;
  Rational middle_;
  double depth_ = 0;
  bool varied_ = false;
};

std::string refusal(const Composition& composition) {
  const auto groups = groups_of(composition);
  if (!groups) return "it covers products of discrete gaussians alone";
  constexpr double kUsual = 160;  // bits
  const GaussianLattices lattices(*groups);
  const bool short_sum = lattices.terms(kUsual) <= kMostTerms ||
                         lattices.half(kUsual) <= GaussianLattices::kMostPoints;
  if (!short_sum || lattices.entries(kUsual) > kMostEntries) {
    return "its sums would be too long";
  }
  return "";
}

Estimate estimate(const Composition& composition) {
  const Estimate worth{0.1, "one short sum over tables"};
  if (composition.factors().size() < 2)
    return Estimate::not_worth_it("one variance has a short line");
  const auto lattice = composition.lattice();
  if (!lattice) return worth;
  // One period of the line integral (engine `fourier`) has approximately range/spacing nodes. In the worst case all of
  // them are summed. The line integral is preferred if there are at most kMostNodes.
  constexpr double kMostNodes = 20000;
  const double range = 26 * std::sqrt(2 * middle_of(composition).approximate());
  if (range / lattice->spacing.approximate() > kMostNodes) return worth;
  return Estimate::not_worth_it("one period of a line is short");
}

std::unique_ptr<Engine> make(const Composition& composition) {
  return std::make_unique<IntegerGaussians>(composition);
}

}  // namespace

EngineEntry integer_gaussians_entry() {
  return {"integer_gaussians",
          "discrete gaussians without a coarse common lattice: sums over tables", refusal, estimate,
          make};
}

}  // namespace plumbline
