#include "reference/engines/returns/returns.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <list>
#include <utility>

#include "reference/arithmetic/double_text.hpp"
#include "reference/arithmetic/heuristics.hpp"
#include "reference/engines/engine.hpp"
#include "reference/engines/fourier/fourier.hpp"
#include "reference/engines/fourier/fourier_contour.hpp"
#include "reference/engines/line_search.hpp"
#include "reference/engines/periodic/periodic.hpp"
#include "reference/engines/perturbation.hpp"
#include "reference/engines/sharpened.hpp"
#include "reference/engines/sieve/alias_period.hpp"
#include "reference/engines/sieve/heavy_losses.hpp"
#include "reference/engines/trivial_bounds.hpp"
#include "reference/mechanisms/capabilities.hpp"

namespace plumbline {
namespace {

using returns::ReturnContour;
using returns::ReturnLine;

constexpr double kMostNodes = 0x1p43, kInfinite = std::numeric_limits<double>::infinity();

std::unique_ptr<fourier::Transform> transform_of(const Composition& composition) {
  std::vector<fourier::MeasureFactor> factors;
  for (const Factor& f : composition.factors()) {
    factors.push_back({shared_measure(f.mechanism), f.count});
  }
  return fourier::product_transform(std::move(factors), true);
}

/// The cost of nodes, and their accuracy in machine numbers.
struct NodeCost {
  long most = 0;  ///< approximate number of nodes that take one or two seconds
  /// Number of operations whose rounding errors a value in machine numbers accumulates; 0 if no far nodes can be
  /// computed in machine numbers.
  double lost = 0;
};

/// Returns the cost of nodes. A node needs an exponential for each atom of a step without lattice. If no step has a
/// lattice, it needs a few products for each atom, because nodes far from the real axis are computed in machine
/// numbers.
NodeCost node_cost(const Composition& composition) {
  constexpr double kMost = 3e6, kMostMachine = 9e8, kLattice = 30, kDepth = 90;
  constexpr size_t kMostAtoms = 4000, kMostMachineAtoms = 300;
  double cost = kLattice, lost = 60;
  bool machine = true;
  for (const Factor& f : composition.factors()) {
    machine = machine && !f.mechanism->lattice();
    if (f.mechanism->lattice()) continue;
    const size_t atoms = fourier::heavy_losses(*f.mechanism, kDepth, kMostAtoms).size();
    const auto own = static_cast<double>(atoms > 0 ? atoms : kMostAtoms);
    machine = machine && atoms > 0 && atoms <= kMostMachineAtoms;
    cost += own;
    lost += f.count.approximate() * 2 * (own + 24);
  }
  return machine ? NodeCost{static_cast<long>(kMostMachine / cost), lost}
                 : NodeCost{static_cast<long>(kMost / cost), 0};
}

class Returns final : public Engine {
 public:
  explicit Returns(const Composition& composition)
      : composition_(composition),
        deviation_(composition.approximate_location(0).deviation),
        cost_(node_cost(composition)),
        transform_(transform_of(composition_)),
        chooser_(*transform_) {}

  std::string name() const override { return "returns"; }

  std::string explain() const override {
    if (lines_.empty()) return "returns: no line computed";
    const ReturnLine& line = lines_.front().line;
    const ReturnContour& c = line.contour();
    return "returns: " + std::to_string(lines_.size()) +
           " line(s); last Re s = " + significant_text(c.c, 6) + ", " +
           std::to_string(line.size()) + " of " + std::to_string(line.last() + 1) +
           " nodes of step " + significant_text(c.step, 6) + ", " + std::to_string(c.bits.n) +
           " bits";
  }

  NamedTexts parameters() const override {
    if (lines_.empty()) return {{"method", "no line computed"}};
    const ReturnLine& line = lines_.front().line;
    const ReturnContour& c = line.contour();
    return {{"method", "returns"},
            {"c", exact_text(c.c)},
            {"step", exact_text(c.step)},
            {"last", std::to_string(line.last())},
            {"nodes", std::to_string(line.size())},
            {"left", exact_text(c.left)},
            {"right", exact_text(c.right)},
            {"bits", std::to_string(c.bits.n)}};
  }

  bool vary() override { return varied_ = true; }

  Enclosure answer(Question question, const Real& t, const Effort& effort) override {
    Enclosure best{clipped(question, Ball::indeterminate(Bits{64}), t), {}};
    if (fourier::kernel_of(question) != fourier::Kernel::profile) {
      best = tail(question, t, effort);
    } else if (!effort.expired()) {
      try {
        refine(question, t, effort, &best);
      } catch (const Interrupted&) {
      }
    }
    best.value = clipped(question, best.value, t);
    return best;
  }

 private:
  struct Kept {
    ReturnLine line;
    double t;
    /// Number of digits that the line could not reach for `question` although it has the maximum length; 0 if it
    /// reached them.
    int missed = 0;
    Question question = Question::delta;
  };

  /// Returns true if a line at nearly this threshold, with the maximum length, did not reach `digits` digits.
  bool out_of_reach(Question question, double t, int digits) const {
    constexpr double kClose = 0.05;
    return std::any_of(lines_.begin(), lines_.end(), [&](const Kept& kept) {
      return kept.missed > 0 && kept.missed <= digits && kept.question == question &&
             std::fabs(kept.t - t) < kClose * deviation_;
    });
  }

  /// Removes lines from the cache to make space for one more.
  void make_room() {
    // A node in balls uses approximately 250 bytes.
    constexpr size_t kMostKept = 4, kNodesKept = 400000;
    size_t nodes = 0, count = 0;
    for (auto kept = lines_.begin(); kept != lines_.end(); ++kept) {
      nodes += kept->line.size();
      if (++count < kMostKept && nodes <= kNodesKept) continue;
      lines_.erase(kept, lines_.end());
      return;
    }
  }

  void refine(Question question, const Real& t, const Effort& effort, Enclosure* best) {
    const double where = t.approximate();
    const auto suffices = [&] { return effort.suffices(best->value); };
    for (const Kept& kept : lines_) {
      if (std::fabs(kept.t - where) > deviation_) continue;
      sharpen(best, kept.line.answer(question, t, effort.poll), question, "lines kept");
      if (suffices()) return;
    }
    if (out_of_reach(question, where, effort.digits)) return;
    // Starts with a short line. The error of its answer determines the length of the next line.
    constexpr double kFirst = 6, kMargin = 0.55;
    constexpr int kMost = 7;
    // The search for nodes is limited to one second for the first lines, and to several seconds later. The caller may
    // interrupt long work.
    constexpr long kFewVisits = 60000000;
    constexpr long kFewNodes = 1L << 25;  // nodes of a line that needs few visits
    bool long_walk = false;
    Goal goal{std::min(kFirst, effort.digits + kMargin),
              chooser_.log_value(question, where, effort.poll), 0};
    for (int attempt = 0; attempt < kMost; ++attempt) {
      auto contour = choose(where, goal, effort.poll);
      if (!contour) return;
      long_walk = long_walk || contour->last > kFewNodes;
      if (!long_walk) contour->most_visits = kFewVisits;
      make_room();
      lines_.push_front({ReturnLine(composition_, *contour, effort.poll), where});
      const ReturnLine& line = lines_.front().line;
      const Enclosure found = line.answer(question, t, effort.poll);
      sharpen(best, found, question, "lines kept and a new one");
      if (suffices() || !found.value.is_finite()) return;
      if (line.last() < contour->last) {
        const bool all_nodes = 3 * static_cast<long>(line.size()) >= contour->most_nodes;
        if (!std::exchange(long_walk, true) && !all_nodes) continue;
        lines_.front().missed = effort.digits;
        lines_.front().question = question;
        return;
      }
      const double weight = UpperBound::of(found.value.radius().ball(Bits{64})).log_approximate();
      const double log_value = best->value.log_approximate();
      // If a line of the planned length was not sufficient, its omitted nodes contribute too much.
      if (attempt > 0) goal.left_out += 0.8;
      // If the size of the answer is still unknown, the next line has a few more digits.
      const bool known = best->value.relative_digits() > 1;
      goal.digits = known ? effort.digits + kMargin : goal.digits + 4;
      goal.log_value = known ? log_value : std::min(log_value, goal.log_value);
      const double Y = contour->step * static_cast<double>(line.last());
      const double wanted = goal.log_value - goal.digits * kLn10;
      goal.Y = Y * std::exp(std::max(0.2, weight - wanted) / 2);
    }
  }

  /// Returns the c that minimises K(c) e^{t(1-c)}, away from the poles: the truncation error is smallest there.
  double place(double t) const {
    constexpr double kOff = 0.05;
    const double middle = t / (deviation_ * deviation_) + 0.5, far = 1 + std::fabs(middle);
    double c = fourier::golden(middle - far, middle + far, 24, [&](double x) {
      const double height = transform_->log_at(x) + t * (1 - x);
      return std::isfinite(height) ? height : kInfinite;
    });
    for (const double pole : {0.0, 1.0}) {
      if (std::fabs(c - pole) < kOff) c = pole + std::copysign(kOff, c - pole);
    }
    return fourier::short_double(c);
  }

  /// The target of a line: the relative digits of an answer with the logarithm log_value, the end Y of the line (0:
  /// unknown), and -log of the share of the tolerance for omitted nodes.
  struct Goal {
    double digits, log_value, Y, left_out = 1.2;
  };

  /// Returns the contour of a line that reaches the goal; nothing if there is none.
  std::optional<ReturnContour> choose(double t, const Goal& goal, const Poll& poll) {
    constexpr double kSlack = 4;
    const double tolerance = goal.log_value - goal.digits * kLn10;
    poll();
    ReturnContour out;
    out.c = place(t);
    const double height = transform_->log_at(out.c) + t * (1 - out.c);
    const auto side = [&](bool to_right, double* at) {
      const double middle = std::log(std::sqrt(2 * std::max(1.0, height - tolerance)) / deviation_);
      const fourier::AliasPeriod found = fourier::alias_period(
          {fourier::Kernel::profile, t, out.c, tolerance - kSlack, to_right, middle - 9,
           middle + 6},
          [this](double x) { return transform_->log_at(x); },
          [&](double log_a) { return 1 + 0.02 * std::max(0.0, log_a - middle); });
      *at = found.at;
      return found.period;
    };
    const double period = std::max(side(true, &out.right), side(false, &out.left));
    const double share = tolerance - height;
    // The error of RETURNS-CUT is approximately this number, divided by Y^2 and by the standard deviation of the
    // loss.
    constexpr double kCut = 1;
    const double first = std::sqrt(kCut / deviation_) * std::exp(-share / 2);
    const double Y = goal.Y > 0 ? goal.Y : first;
    out.step = fourier::round_down(2 * M_PI / period);
    const double nodes = std::clamp(Y / out.step, 64.0, kMostNodes);
    const double bits = (kSlack - share) / kLn2;
    if (!(out.step > 0) || std::isnan(nodes) || !(bits < 1000)) return std::nullopt;
    out.last = static_cast<long>(nodes);
    out.most_nodes = cost_.most;
    if (cost_.lost > 0) {
      // All nodes beyond y together contribute approximately 1/(3y) to the sum.
      const double lost = 0.3 * cost_.lost * std::exp(kSlack - share);
      out.wide = std::max(1.0, lost * 0x1p-64);
      out.plain = std::max(1.0, lost * 0x1p-53);
    }
    out.bits = Bits{static_cast<long>(std::max(10.0, bits)) + 24};
    out.log_small = share - goal.left_out;
    return varied_ ? varied(out) : out;
  }

  static ReturnContour varied(ReturnContour out) {
    out.c = fourier::perturbed(out.c, out.right);
    out.step *= fourier::kFinerStep;
    out.last = static_cast<long>(static_cast<double>(out.last) * 1.7);
    out.bits = out.bits + fourier::kMoreBits;
    return out;
  }

  Enclosure tail(Question question, const Real& t, const Effort& effort) {
    // A tail is a slope of the profile, computed from chords (lines through two of its points). A short chord divides
    // the profile's width by a small number; a long chord has the error of the curvature.
    Effort sharp = effort;
    sharp.digits = std::max(4, std::min(2 * effort.digits + 4, 16));
    const auto profile = [&](Question q, const Real& at) { return answer(q, at, sharp).value; };
    const double known = profile(profile_for_tail(question, t), t).relative_digits();
    const int exponent = std::max(1, static_cast<int>(std::min(known, 32.0) / 2));
    const Bits p = bits_for_digits(40);
    return {tail_by_chords(question, t, power_of_ten(-exponent), p, profile), {}};
  }

  Composition composition_;
  double deviation_;
  NodeCost cost_;
  std::unique_ptr<fourier::Transform> transform_;
  fourier::ContourChooser chooser_;
  std::list<Kept> lines_;
  bool varied_ = false;
};

}  // namespace

namespace {

std::string refusal(const Composition& composition) {
  constexpr long kMostSteps = 1000000000;
  for (const Factor& f : composition.factors()) {
    const bool known = f.mechanism->offer<DiscreteGaussianNoise>().has_value() ||
                       (f.mechanism->countable() && f.mechanism->measure() != nullptr);
    if (!known) return "it covers products of discrete gaussians and other integer noise alone";
    if (f.count > Rational(kMostSteps)) return "it covers at most 10^9 steps of one mechanism";
  }
  return "";
}

constexpr size_t kManyAtoms = 500;

/// Returns the largest number of atoms of a step, among the steps with finitely many losses.
size_t most_atoms(const Composition& composition) {
  size_t most = 0;
  for (const Factor& f : composition.factors()) {
    const auto* atoms = f.mechanism->atoms();
    if (atoms != nullptr) most = std::max(most, atoms->size());
  }
  return most;
}

Estimate estimate(const Composition& composition) {
  if (composition.single() && missing_tails(composition).empty()) {
    return Estimate::not_worth_it("the tails of a single step are known sums");
  }
  if (has_period(composition) && periodic_refusal(composition).empty()) {
    return Estimate::not_worth_it("one period of a line is short");
  }
  if (most_atoms(composition) > kManyAtoms) {
    return {
        200,
        "near recurrences of a transform with hundreds of exponentials"};  // exceeds lattice's cost
  }
  return {2, "a sum over the near recurrences of the transform along a line"};
}

std::unique_ptr<Engine> make(const Composition& composition) {
  return std::make_unique<Returns>(composition);
}

}  // namespace

EngineEntry returns_entry() {
  return {
      "returns",
      "many different discrete gaussians: a line integral near recurrences of the transform alone",
      refusal, estimate, make};
}

Enclosure returns_on_contour(const Composition& composition, const ReturnContour& contour,
                             Question question, const Real& t) {
  const Poll none = [] {};
  return ReturnLine(composition, contour, none).answer(question, t, none);
}

}  // namespace plumbline
