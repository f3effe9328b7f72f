#include "reference/engines/laplace_sums/laplace_sums.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "reference/arithmetic/contradiction.hpp"
#include "reference/arithmetic/heuristics.hpp"
#include "reference/engines/engine.hpp"
#include "reference/engines/laplace_line.hpp"
#include "reference/engines/laplace_sums/row_sums.hpp"
#include "reference/engines/laplace_sums/row_tail.hpp"
#include "reference/engines/trivial_bounds.hpp"

namespace plumbline {
namespace {

using laplace_sums::Cut;
using laplace_sums::LatticeSteps;
using laplace_sums::Rows;
using laplace_sums::RowTail;

constexpr long kMostRows = 3000;
constexpr double kMostEntries = 1e6;  // entries of a table of rows

LatticeSteps steps_of(const Composition& composition) {
  std::string why;
  return laplace_sums::lattice_steps(composition, &why).value();
}

/// Returns the smallest number of a coarse grid that is at least n, so that tables are reused.
long stepped(long n) {
  long step = 8;
  while (step * 8 < n) step *= 2;
  return (n + step - 1) / step * step;
}

/// Data for sums over the losses above a threshold, or over those below it, under P (tau = -1) and under Q (tau =
/// +1).
class Side {
 public:
  Side(const LatticeSteps& law, bool above)
      : spacing_(law.spacing),
        steps_(above ? law.mirrored() : law.steps),
        tail_(steps_, law.spacing),
        most_rows_(law.most_uniform()),
        reach_(law.reach),
        binomial_(laplace_sums::are_binomial(steps_)) {}

  const RowTail& tail() const { return tail_; }

  /// Returns the number of rows to compute if `wanted` rows are needed. It is smaller than `wanted` if fewer rows
  /// exist, or if the table would be too large.
  long rows_for(long wanted) const {
    if (binomial_) return std::min({wanted, most_rows_, kMostRows});
    const long room = static_cast<long>(kMostEntries / static_cast<double>(reach_ + 1));
    return std::min({stepped(wanted), most_rows_, kMostRows, std::max(1L, room)});
  }

  const Rows& rows(long count, Bits p, const Poll& poll) {
    // The precision is part of the key, so that results do not depend on earlier questions.
    constexpr size_t kMostKept = 6;
    const auto key = std::make_pair(binomial_ ? 0 : count, p.n);
    const auto known = kept_.find(key);
    if (known != kept_.end()) return *known->second;
    if (kept_.size() >= kMostKept) kept_.clear();
    auto rows = laplace_sums::make_rows(steps_, spacing_, count, p, poll);
    return *kept_.emplace(key, std::move(rows)).first->second;
  }

 private:
  Rational spacing_;
  std::vector<laplace_sums::LatticeStep> steps_;
  RowTail tail_;
  long most_rows_, reach_;
  bool binomial_;
  std::map<std::pair<long, long>, std::unique_ptr<const Rows>> kept_;
};

/// One of the tails from which an answer is computed: the losses above or below the threshold, under P (tau = -1) or
/// under Q (tau = +1).
struct TailPart {
  bool above;
  int tau;
};

std::vector<TailPart> parts_of(Question question) {
  switch (question) {
    case Question::delta:
      return {{true, -1}, {true, +1}};
    case Question::one_minus_delta:
      return {{true, -1}, {false, +1}};
    case Question::excess:
      return {{false, -1}, {false, +1}};
    case Question::P_above:
      return {{true, -1}};
    case Question::P_below:
      return {{false, -1}};
    case Question::Q_above:
      return {{true, +1}};
    case Question::Q_below:
      return {{false, +1}};
  }
  return {};
}

class LaplaceSums final : public Engine {
 public:
  explicit LaplaceSums(const Composition& composition)
      : composition_(composition),
        law_(steps_of(composition)),
        below_(law_, false),
        above_(law_, true) {}

  std::string name() const override { return "laplace_sums"; }
  std::string explain() const override {
    return "laplace_sums: exact sum over " + composition_.steps().text() +
           " steps, each at an atom or uniform after tilting by 1/2; last those with up to " +
           std::to_string(last_.rows) + " uniform ones, with " + std::to_string(last_.sum_bits) +
           " bits";
  }

  NamedTexts parameters() const override {
    return {{"steps", composition_.steps().text()},
            {"last", std::to_string(last_.rows)},
            {"bits", std::to_string(last_.sum_bits)}};
  }

  Enclosure answer(Question question, const Real& t, const Effort& effort) override {
    const Bits first = bits_for_digits(effort.digits) + 64;
    if (const auto exact = beyond_support(composition_, question, t, first)) return {*exact, {}};
    Ball best = clipped(question, Ball::indeterminate(Bits{64}), t);
    // The number of digits lost by cancellation between the tails is only known from a computed answer.
    constexpr int kMostTimes = 8;
    Plan plan{effort.digits + 4.0, 0, effort.log_enough};
    for (int times = 0, stale = 0; times < kMostTimes && stale < 2; ++times) {
      const double before = best.radius().log_approximate();
      try {
        const Ball value = clipped(question, at_plan(question, t, plan, effort.poll), t);
        common(value, best, "an answer by laplace_sums at two precisions");
        if (value.radius() <= best.radius()) best = value;
      } catch (const Interrupted&) {
        break;
      }
      if (effort.suffices(best) || last_.rows >= last_.limit) break;
      // If two attempts bring no improvement, more bits do not help, because the threshold itself is not known more
      // accurately.
      if (times > 0 && !(best.radius().log_approximate() < before - 1)) ++stale;
      const double reached = best.relative_digits();
      const bool some = std::isfinite(reached) && reached > 0;
      plan.digits += some ? std::max(4.0, effort.digits - reached + 3) : plan.digits;
      plan.more_bits = 2 * plan.more_bits + 64;
      plan.log_enough = -std::numeric_limits<double>::infinity();
    }
    // If rows are omitted, they contribute most of the width.
    const UpperBound width = best.radius(), none;
    if (last_.beyond.is_zero()) return {best, {none, none, none, width}};
    return {best, {none, width, none, none}};
  }

 private:
  struct Plan {
    double digits;
    long more_bits;
    double log_enough;
  };
  struct Last {
    long rows = 0, limit = 0, sum_bits = 0;
    UpperBound beyond;
  };

  Side& side(bool above) { return above ? above_ : below_; }

  Ball at_plan(Question question, const Real& t, const Plan& plan, const Poll& poll) {
    const std::vector<TailPart> parts = parts_of(question);
    const double threshold = t.approximate(), place = position(t, Bits{128}).approximate();
    std::vector<Cut> cuts;
    long wanted = 0;
    double rare = 0;  // bits by which a tail is smaller than the total mass
    for (const TailPart& part : parts) {
      const RowTail& tail = side(part.above).tail();
      const double x = part.above ? static_cast<double>(law_.reach) - place : place;
      const int tau = part.above ? -part.tau : part.tau;
      // `enough` is the log of the sufficient error, relative to the tail. In an answer from two tails, the tail under
      // P is multiplied by e^t.
      const double factor = parts.size() > 1 && part.tau < 0 ? threshold : 0;
      const double size = tail.log_size(x, tau);
      rare = std::max(rare, (tail.log_size(static_cast<double>(law_.reach), tau) - size) / kLn2);
      const double enough = plan.log_enough - factor - scale(part) - size;
      // If this error exceeds the tail, no digits are needed.
      const double target = enough > 2 ? 0 : -plan.digits * kLn10;
      cuts.push_back(tail.cut(x, tau, target));
      wanted = std::max(wanted, cuts.back().rows);
    }
    long rows = kMostRows;
    for (const TailPart& part : parts) rows = std::min(rows, side(part.above).rows_for(wanted));
    const Bits p = rounded_bits(bits_for_digits(saturated(plan.digits)) + 40);
    const Bits sum_bits =
        rounded_bits(p + laplace_sums::lost_bits(law_.spacing, rows, rare) + plan.more_bits);
    last_ = {rows, rows < wanted ? rows : law_.most_uniform() + 1, sum_bits.n, UpperBound()};
    const Ball x = position(t, sum_bits);
    LossTails tails{Ball::indeterminate(p), Ball::indeterminate(p), Ball::indeterminate(p),
                    Ball::indeterminate(p)};
    for (const bool above : {false, true}) {
      std::vector<TailPart> here;
      std::vector<Cut> limits;
      for (size_t i = 0; i < parts.size(); ++i) {
        if (parts[i].above != above) continue;
        here.push_back(parts[i]);
        limits.push_back({rows, cuts[i].lambda, cuts[i].theta});
      }
      if (here.empty()) continue;
      const std::vector<Ball> masses = masses_of(here, limits, x, p, poll);
      for (size_t i = 0; i < here.size(); ++i) {
        (above ? (here[i].tau < 0 ? tails.P_above : tails.Q_above)
               : (here[i].tau < 0 ? tails.P_below : tails.Q_below)) = masses[i];
      }
    }
    return from_tails(question, tails, t(sum_bits));
  }

  /// Returns the tails of an answer that are on the same side of the threshold.
  std::vector<Ball> masses_of(const std::vector<TailPart>& parts, const std::vector<Cut>& cuts,
                              const Ball& x, Bits p, const Poll& poll) {
    Side& here = side(parts.front().above);
    const Ball place = parts.front().above ? -x + law_.reach : x;
    std::vector<int> taus;
    for (const TailPart& part : parts) taus.push_back(part.above ? -part.tau : part.tau);
    const long rows = cuts.front().rows;
    std::vector<Ball> out = laplace_sums::sums_below(here.rows(rows, p, poll), law_.spacing, rows,
                                                     taus, place, parts.front().above, poll);
    for (size_t i = 0; i < parts.size(); ++i) {
      const UpperBound beyond = here.tail().beyond(cuts[i], place, taus[i]);
      last_.beyond = larger(last_.beyond, beyond);
      out[i] = (out[i] + Ball::zero_to(beyond, p)) * exp(start(parts[i])(p) * parts[i].tau / 2);
    }
    return out;
  }

  /// Returns the smallest value of the loss S if the tail is below the threshold, otherwise the largest. The lattice
  /// positions in this tail are counted from the returned loss.
  Real start(const TailPart& part) const {
    if (!part.above) return law_.offset;
    return law_.offset + Real(law_.spacing * Rational(law_.reach));
  }
  double scale(const TailPart& part) const { return start(part).approximate() * part.tau / 2; }

  /// Returns (t - offset)/spacing. It is exact if t - offset is rational, so that it is decided on which side of t an
  /// atom lies.
  Ball position(const Real& t, Bits p) const {
    const Real from = t - law_.offset;
    if (from.rational()) return Ball(*from.rational() / law_.spacing, p);
    return from(p) / Ball(law_.spacing, p);
  }

  static Bits rounded_bits(Bits p) { return Bits{(p.n + 63) / 64 * 64}; }

  Composition composition_;
  LatticeSteps law_;
  Side below_, above_;
  Last last_;
};

}  // namespace

namespace {

std::string refusal(const Composition& composition) {
  std::string why;
  const auto law = laplace_sums::lattice_steps(composition, &why);
  return why;
}

/// Returns the estimate for a composition whose line integral has limited digits. For requests above that limit, the
/// exact sum is cheaper. If the limit is so high that hardly any request exceeds it, or if the exact sum is too long,
/// the engine is not worthwhile.
Estimate below_a_line(const RowTail& tail, double middle) {
  constexpr double kManyDigits = 1000, kLowest = 400;
  const double floor = tail.log_stretches() / kLn10;
  if (floor > kLowest || !(tail.cut(middle, -1, -kManyDigits * kLn10).rows < kMostRows)) {
    return Estimate::not_worth_it(
        "a contour integral has no digit limit here and is shorter than the exact sum");
  }
  Estimate out{0.25, "an exact sum, for more digits than a contour integral reaches"};
  out.few = static_cast<int>(floor) - 1;
  out.cost_of_few = 2;
  return out;
}

Estimate estimate(const Composition& composition) {
  // The contribution of the atoms to the transform, which does not decay, limits the accuracy of a line integral. A sum
  // over few rows is faster than a line integral.
  constexpr double kNegligible = 60;
  constexpr long kFewRows = 100;
  const LatticeSteps law = steps_of(composition);
  const RowTail tail(law.steps, law.spacing);
  const double middle = static_cast<double>(law.reach) / 2;
  const bool floor_is_high = tail.log_stretches() < kNegligible;
  if (!floor_is_high && !(tail.cut(middle, -1, -16 * kLn10).rows <= kFewRows)) {
    return below_a_line(tail, middle);
  }
  Estimate out{0.01, floor_is_high ? "an exact sum, where atoms prevent the decay of the transform"
                                   : "a sum of few rows"};
  out.few = digits_of_a_line(composition);
  out.cost_of_few = 1.1;
  return out;
}

std::unique_ptr<Engine> make(const Composition& composition) {
  return std::make_unique<LaplaceSums>(composition);
}

}  // namespace

EngineEntry laplace_sums_entry() {
  return {"laplace_sums", "laplace alone, with commensurable scales: an exact finite sum", refusal,
          estimate, make};
}

}  // namespace plumbline
