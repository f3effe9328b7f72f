#include "reference/engines/periodic/periodic.hpp"

#include <algorithm>
#include <cmath>
#include <list>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/double_text.hpp"
#include "reference/engines/engine.hpp"
#include "reference/engines/periodic/periodic_contour.hpp"
#include "reference/engines/sharpened.hpp"
#include "reference/engines/trivial_bounds.hpp"
#include "reference/mechanisms/capabilities.hpp"

namespace plumbline {
namespace {

using fourier::LatticeThreshold;
using fourier::PeriodicContour;
using fourier::PeriodicLine;

constexpr long kMostNodes = 400000;     // approximately ten seconds and 120 MB at 25 digits
constexpr size_t kMostCached = 200000;  // nodes cached for further questions
// Margin, so that a line chosen for one threshold has enough digits for nearby thresholds too.
constexpr double kSlackDigits = 4;

/// Returns the lattice of the composition; a constant loss lies on any lattice.
LossLattice lattice_of(const Composition& composition) {
  LossLattice out = *composition.lattice();
  if (out.spacing.is_zero()) out.spacing = Rational(1);
  return out;
}

/// Returns the candidates for the smallest lattice point above t. Usually this is one point. The result has two points
/// if t cannot be distinguished from a lattice point, and none if the precision is too low.
std::vector<Rational> points_above(const LossLattice& lattice, const Real& t) {
  const auto point = [&](const Rational& index) {
    return lattice.offset + lattice.spacing * (index + Rational(1));
  };
  if (t.rational()) {
    return {point(floor((*t.rational() - lattice.offset) / lattice.spacing))};
  }
  for (long n = 128; n <= 4096; n *= 2) {
    const Bits p{n};
    const Ball index = (t(p) - Ball(lattice.offset, p)) / Ball(lattice.spacing, p);
    if (const auto only = certain_floor(index)) return {point(*only)};
    const auto low = certain_floor(index.lower()), high = certain_floor(index.upper());
    if (n == 4096 && low && high && *high == *low + Rational(1)) return {point(*low), point(*high)};
  }
  return {};
}

class Periodic final : public Engine {
 public:
  explicit Periodic(const Composition& composition)
      : composition_(composition),
        lattice_(lattice_of(composition_)),
        chooser_(composition_, lattice_) {}

  std::string name() const override { return "fourier"; }

  std::string explain() const override {
    const std::string losses = "fourier: periodic line, losses on " + lattice_.offset.text() +
                               " + " + lattice_.spacing.text() + " Z; ";
    if (lines_.empty()) return losses + "no line computed yet";
    const PeriodicContour& c = lines_.front().line.contour();
    const std::string summed =
        c.complete() ? "all" : std::to_string(2 * lines_.front().line.size() - 1);
    return losses + std::to_string(lines_.size()) +
           " line(s); last Re s = " + significant_text(c.c, 6) + ", M = " + c.nodes.text() +
           " nodes in a period, " + summed + " summed, " + std::to_string(c.bits.n) + " bits";
  }

  NamedTexts parameters() const override {
    if (lines_.empty()) return {{"method", "no line needed"}};
    const PeriodicContour& c = lines_.front().line.contour();
    return {{"method", "one period"},
            {"spacing", lattice_.spacing.text()},
            {"offset", lattice_.offset.text()},
            {"lines", std::to_string(lines_.size())},
            {"c", exact_text(c.c)},
            {"nodes", c.nodes.text()},
            {"last", std::to_string(c.last)},
            {"left", exact_text(c.left)},
            {"right", exact_text(c.right)},
            {"bits", std::to_string(c.bits.n)}};
  }

  bool vary() override { return varied_ = true; }

  Enclosure answer(Question question, const Real& t, const Effort& effort) override {
    const Bits p = bits_for_digits(effort.digits) + 32;
    if (const auto exact = beyond_support(composition_, question, t, p)) return {*exact, {}};
    const std::vector<Rational> above = points_above(lattice_, t);
    if (above.empty()) return unknown(question, t);
    Enclosure found = search(question, {t, above.front()}, effort);
    if (above.size() > 1) {
      // ATOM-HULL: it is undecided if the atom at above.front() lies above t.
      const Ball other = search(question, {t, above.back()}, effort).value;
      found.value = bound<"ATOM-HULL">(Ball::hull(found.value, other));
    }
    found.value = clipped(question, found.value, t);
    return found;
  }

 private:
  struct Cached {
    PeriodicLine line;
    double t;  ///< the threshold for which the line was chosen
  };

  Enclosure search(Question question, const LatticeThreshold& t, const Effort& effort) {
    Enclosure best = unknown(question, t.t);
    if (effort.expired()) return best;
    try {
      if (!try_cached(question, t, effort, &best)) refine(question, t, effort, &best);
    } catch (const Interrupted&) {
    }
    return best;
  }

  /// Computes lines until *best has the digits or no line can reach them.
  void refine(Question question, const LatticeThreshold& t, const Effort& effort, Enclosure* best) {
    double digits = effort.digits + kSlackDigits;
    for (int attempt = 0; attempt < 4; ++attempt) {
      auto choice = chooser_.choose(question, t, digits, most_nodes(digits), effort.poll);
      if (varied_) choice.contour = perturbed(choice.contour);
      // If most losses lie on a coarser lattice, the transform may return near its maximum within a period. Then no
      // node can be omitted.
      if (attempt > 0) complete(&choice.contour, most_nodes(digits));
      effort.poll();
      keep(PeriodicLine(composition_, lattice_, choice.contour, effort.poll), t.t.approximate());
      sharpen(best, lines_.front().line.answer(question, t, effort.poll), question,
              "two periodic lines");
      const double reached = best->value.relative_digits();
      if (effort.suffices(best->value) || choice.out_of_reach) break;
      const double missing = std::isfinite(reached) ? effort.digits - reached : 20.0;
      digits += std::max(2.0, missing + 2);
    }
  }

  /// Changes the contour to a sum over the whole period, if that has fewer than `most` nodes.
  static void complete(PeriodicContour* contour, long most) {
    if (contour->nodes < Rational(most)) {
      contour->last = static_cast<long>((contour->nodes.approximate() - 1) / 2);
    }
  }

  /// Returns the maximum number of nodes. It decreases as nodes become more expensive, because the limit is one of
  /// time and memory.
  static long most_nodes(double digits) {
    return static_cast<long>(static_cast<double>(kMostNodes) /
                             std::pow(std::max(1.0, digits / 25), 1.5));
  }

  /// Returns the range of all possible answers.
  static Enclosure unknown(Question question, const Real& t) {
    return {clipped(question, Ball::indeterminate(Bits{64}), t), {}};
  }

  bool try_cached(Question question, const LatticeThreshold& t, const Effort& effort,
                  Enclosure* best) {
    const double where = t.t.approximate();
    std::vector<const Cached*> near;
    for (const Cached& c : lines_) near.push_back(&c);
    std::sort(near.begin(), near.end(), [&](const Cached* a, const Cached* b) {
      return std::fabs(a->t - where) < std::fabs(b->t - where);
    });
    if (near.size() > 2) near.resize(2);
    for (const Cached* c : near) {
      sharpen(best, c->line.answer(question, t, effort.poll), question, "two periodic lines");
      if (effort.suffices(best->value)) return true;
    }
    return false;
  }

  void keep(PeriodicLine line, double t) {
    lines_.push_front(Cached{std::move(line), t});
    size_t nodes = 0;
    for (auto it = lines_.begin(); it != lines_.end();) {
      nodes += it->line.size();
      it = nodes > kMostCached && it != lines_.begin() ? lines_.erase(it) : std::next(it);
    }
  }

  Composition composition_;
  LossLattice lattice_;
  fourier::PeriodicChooser chooser_;
  std::list<Cached> lines_;
  bool varied_ = false;
};

}  // namespace

bool has_period(const Composition& composition) { return composition.lattice().has_value(); }

std::string periodic_refusal(const Composition& composition) {
  const LossLattice lattice = lattice_of(composition);
  const double h = lattice.spacing.approximate();
  // Approximate number of nodes: twenty standard deviations in steps of the common lattice, times the fraction of a
  // period in which the transform of no factor is negligible. In addition, the nodes near the beginning of a period of
  // a factor (near-recurrences) must be inspected. They are counted for every factor. If Sieve (sieve.hpp) supports all
  // factors, it inspects only the near-recurrences of one factor, that with the smallest number of them. If all factors
  // have the same lattice, only nodes near zero are summed, and there are few of them.
  constexpr double kMostEstimated = 250000, kMostReturns = 200000, kMostSieved = 2e7, kDepth = 50;
  double nodes = 20 * composition.approximate_location(0).deviation / h, returns = 0;
  double fewest = kMostSieved;
  bool known = true;
  bool equal = true;
  for (const Factor& f : composition.factors()) {
    const Rational own = f.mechanism->lattice()->spacing;
    if (own.is_zero() || own == lattice.spacing) continue;
    equal = false;
    const double deviation = Composition({f}).approximate_location(0).deviation;
    nodes *= std::min(1.0, std::sqrt(2 * kDepth) / deviation * own.approximate() / M_PI);
    returns += (own / lattice.spacing).approximate();
    fewest = std::min(fewest, (own / lattice.spacing).approximate());
    known = known && f.mechanism->offer<DiscreteGaussianNoise>().has_value();
  }
  const bool sieved = known && fewest < kMostSieved;
  if (equal || (nodes < kMostEstimated && (sieved || returns < kMostReturns))) return "";
  return "the common lattice of its losses is too fine (spacing " +
         significant_text(lattice.spacing.approximate(), 6) + "): one period takes some " +
         significant_text(std::max(nodes, returns), 2) + " nodes";
}

std::unique_ptr<Engine> make_periodic(const Composition& composition) {
  return std::make_unique<Periodic>(composition);
}

Enclosure periodic_on_contour(const Composition& composition, const PeriodicContour& contour,
                              Question question, const Real& t) {
  const LossLattice lattice = lattice_of(composition);
  const PeriodicLine line(composition, lattice, contour, [] {});
  const std::vector<Rational> above = points_above(lattice, t);
  if (above.empty()) return {Ball::indeterminate(Bits{64}), {}};
  Enclosure out = line.answer(question, {t, above.front()}, [] {});
  if (above.size() > 1) {
    const Ball other = line.answer(question, {t, above.back()}, [] {}).value;
    out.value = bound<"ATOM-HULL">(Ball::hull(out.value, other));
  }
  return out;
}

}  // namespace plumbline
