#include "reference/engines/lattice/lattice.hpp"

#include <algorithm>
#include <cmath>
#include <list>

#include "reference/arithmetic/double_text.hpp"
#include "reference/engines/engine.hpp"
#include "reference/engines/haste.hpp"
#include "reference/engines/lattice/lattice_plan.hpp"
#include "reference/engines/sharpened.hpp"
#include "reference/engines/trivial_bounds.hpp"

namespace plumbline {
namespace {

constexpr size_t kFirstNodes = 2048, kNodesInHaste = 512, kMostNodes = 300000;
constexpr double kMostWork = 4e6;  // maximum number of convolved coefficients: about 10 s
constexpr int kMoreBits = 60;
constexpr size_t kMostKept = 3;  // maximum number of cached brackets
// Maximum number of nodes of all cached brackets together; a node needs 200 bytes. One bracket is always cached,
// whatever its size.
constexpr size_t kMostNodesKept = 400000;

class Lattice final : public Engine {
 public:
  explicit Lattice(const Composition& composition)
      : composition_(composition), planner_(composition_) {}

  std::string name() const override { return kLattice; }

  std::string explain() const override {
    if (kept_.empty()) return "lattice: nothing computed yet";
    const Kept& k = kept_.front();
    const lattice::LatticeMeasure& measure = k.bracket.upper;
    return "lattice: last step " + significant_text(measure.step.approximate(), 6) +
           " in the sum, " + std::to_string(measure.masses.size()) + " of at most " +
           std::to_string(k.nodes) + " nodes, tilt " + significant_text(k.bracket.frame.theta, 6) +
           ", masses of " + std::to_string(k.bracket.frame.scale) + " bits";
  }

  NamedTexts parameters() const override {
    if (kept_.empty()) return {};
    const Kept& k = kept_.front();
    const lattice::LatticeMeasure& measure = k.bracket.upper;
    return {{"step", measure.step.text()},
            {"nodes", std::to_string(measure.masses.size())},
            {"most_nodes", std::to_string(k.nodes)},
            {"tilt", exact_text(k.bracket.frame.theta)},
            {"bits", std::to_string(k.bracket.frame.scale)}};
  }

  bool vary() override { return varied_ = true; }

  Enclosure answer(Question question, const Real& t, const Effort& effort) override {
    const Bits p = bits_for_digits(effort.digits) + 64;
    if (const auto exact = beyond_support(composition_, question, t, p)) return {*exact, {}};
    Enclosure all{clipped(question, Ball::indeterminate(p), t), {}};
    const Ball& best = all.value;
    const auto improve = [&](const lattice::Bracket& bracket) {
      const Ball value =
          clipped(question, lattice::answer(bracket, question, t(bracket.frame.p)), t);
      sharpen(&all, {value, {}}, question, "two brackets of lattice laws");
      return effort.suffices(best);
    };
    try {
      const size_t most =
          std::min(kMostNodes, static_cast<size_t>(kMostWork / planner_.convolutions()));
      double theta = planner_.tilt(t, effort.poll);
      if (varied_) theta *= 0.99;
      const size_t first = in_haste() ? kNodesInHaste : kFirstNodes;
      size_t nodes = varied_ ? first * 4 / 3 : first;
      int extra = 0;
      for (auto k = kept_.begin(); k != kept_.end(); ++k) {
        const double before = best.relative_digits();
        if (improve(k->bracket)) {
          kept_.splice(kept_.begin(), kept_, k);
          return finished(best);
        }
        // Does not repeat a computation of equal cost at nearly this tilt.
        if (planner_.similar(theta, k->bracket.frame.theta) && best.relative_digits() > before) {
          nodes = std::max(nodes, next(k->nodes, most, best.relative_digits(), effort.digits));
          if (k->nodes >= most) return finished(best);
        }
      }
      const auto look = [&](double tilt) {
        kept_.push_front(
            {planner_.bracket(t, tilt, nodes, effort.digits, extra, effort.poll), nodes});
        forget();
        return improve(kept_.front().bracket);
      };
      for (bool alone = true;; alone = false) {
        nodes = std::min(nodes, most);
        if (look(theta)) break;
        // With few nodes, a large tilt causes most of the error. A tilt nearer to 1/2 then still shows that the
        // answer is small.
        if (alone && says_nothing(question, best, t) && look(halved(theta))) break;
        // The answer may be far smaller than the bound that the tilt gives. Then the omitted masses and the rounding
        // errors are too large, and more bits are used.
        if (best.relative_digits() < 1 && extra == 0 && nodes >= most) {
          extra = kMoreBits;
          continue;
        }
        if (nodes >= most) break;
        nodes = next(nodes, most, best.relative_digits(), effort.digits);
      }
    } catch (const Interrupted&) {
    } catch (const lattice::NoGrid&) {
    }
    return finished(best);
  }

 private:
  struct Kept {
    lattice::Bracket bracket;
    size_t nodes;
  };

  void forget() {
    const auto nodes = [this] {
      size_t sum = 0;
      for (const Kept& kept : kept_) sum += kept.nodes;
      return sum;
    };
    while (kept_.size() > kMostKept || (kept_.size() > 1 && nodes() > kMostNodesKept)) {
      kept_.pop_back();
    }
  }

  /// Returns the next number of nodes. The error is proportional to 1/nodes^2 (for tails: to 1/nodes).
  static size_t next(size_t nodes, size_t most, double have, int want) {
    const double missing = std::clamp(want - have, 0.3, 6.0);
    const double factor = std::clamp(1.2 * std::pow(10.0, missing / 2), 2.0, 16.0);
    return std::min(most, static_cast<size_t>(static_cast<double>(nodes) * factor));
  }

  /// Returns the tilt halfway between theta and 1/2. At 1/2, P and Q have equal weight.
  static double halved(double theta) { return 0.5 + (theta - 0.5) / 2; }

  /// Returns true if the bounds are hardly narrower than the range of all possible answers.
  static bool says_nothing(Question question, const Ball& best, const Real& t) {
    const Ball trivial = clipped(question, Ball::indeterminate(best.precision()), t);
    return trivial.radius() <= best.radius() + best.radius();
  }

  static Enclosure finished(const Ball& best) {
    return {best, {UpperBound(), UpperBound(), best.radius(), UpperBound()}};
  }

  Composition composition_;
  lattice::Planner planner_;
  std::list<Kept> kept_;
  bool varied_ = false;
};

}  // namespace

namespace {

std::string refusal(const Composition& composition) {
  constexpr long kMostSteps = 1000000000000;
  if (composition.steps() > Rational(kMostSteps)) return "it covers at most 10^12 steps";
  return missing_tails(composition);
}

Estimate estimate(const Composition&) {
  constexpr double kMostDigits = 8;
  return {100, "two convolutions on a lattice", kMostDigits};
}

std::unique_ptr<Engine> make(const Composition& composition) {
  return std::make_unique<Lattice>(composition);
}

}  // namespace

EngineEntry lattice_entry() {
  return {kLattice, "any composition: upper and lower bounds of the loss on a lattice", refusal,
          estimate, make};
}

}  // namespace plumbline
