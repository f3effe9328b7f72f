#include "reference/engines/laplace_sums/laplace_sums.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "reference/arithmetic/contradiction.hpp"
#include "reference/arithmetic/heuristics.hpp"
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
constexpr double kMostEntries = 1e6;  // of a table of rows

LatticeSteps steps_of(const Composition& composition) {
  std::string why;
  return laplace_sums::lattice_steps(composition, &why).value();
}

/// The least of a few numbers that is at least n, so that tables are used again.
long stepped(long n) {
  long step = 8;
  while (step * 8 < n) step *= 2;
  return (n + step - 1) / step * step;
}

/// The measure above a threshold, or up to it, under P (tau = -1) and Q (+1).
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

  /// So many rows as these want, as far as they can be had.
  long rows_for(long wanted) const {
    if (binomial_) return std::min({wanted, most_rows_, kMostRows});
    const long room = static_cast<long>(kMostEntries / static_cast<double>(reach_ + 1));
    return std::min({stepped(wanted), most_rows_, kMostRows, std::max(1L, room)});
  }

  const Rows& rows(long count, Bits p, const Poll& poll) {
    // What is kept depends on the key alone, never on what was asked before.
    constexpr size_t kMostKept = 6;
    const auto key = std::make_pair(binomial_ ? 0 : count, p.n);
    const auto known = kept_.find(key);
    if (known != kept_.end()) return *known->second;
    if (kept_.size() >= kMostKept) kept_.clear();
    return *(kept_[key] = laplace_sums::make_rows(steps_, spacing_, count, p, poll));
  }

 private:
  Rational spacing_;
  std::vector<laplace_sums::LatticeStep> steps_;
  RowTail tail_;
  long most_rows_, reach_;
  bool binomial_;
  std::map<std::pair<long, long>, std::unique_ptr<const Rows>> kept_;
};

/// Which of the four tails an answer is made of.
struct Part {
  bool above;
  int tau;
};

std::vector<Part> parts_of(Question question) {
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
            {"rows", std::to_string(last_.rows)},
            {"bits", std::to_string(last_.sum_bits)}};
  }

  Enclosure answer(Question question, const Real& t, const Effort& effort) override {
    const Bits first = bits_for_digits(effort.digits) + 64;
    if (const auto exact = beyond_support(composition_, question, t, first)) return {*exact, {}};
    Ball best = clipped(question, Ball::indeterminate(Bits{64}), t);
    // How much of the tails cancels in the answer is told by the answer.
    Plan plan{effort.digits + 4.0, 0, effort.log_enough};
    const double most = 20.0 * effort.digits + 2000;
    while (plan.digits <= most) {
      try {
        const Ball value = clipped(question, at_plan(question, t, plan, effort.poll), t);
        common(value, best, "an answer by laplace_sums at two precisions");
        if (value.radius() <= best.radius()) best = value;
      } catch (const Interrupted&) {
        break;
      }
      if (effort.suffices(best) || last_.rows >= last_.limit) break;
      const double reached = best.relative_digits();
      const bool some = std::isfinite(reached) && reached > 0;
      plan.digits += some ? std::max(4.0, effort.digits - reached + 3) : plan.digits;
      plan.more_bits = 2 * plan.more_bits + 64;
      plan.log_enough = -std::numeric_limits<double>::infinity();
    }
    return {best, {UpperBound(), last_.beyond, UpperBound(), best.radius()}};
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
    const std::vector<Part> parts = parts_of(question);
    const double threshold = t.approximate(), place = position(t, Bits{128}).approximate();
    std::vector<Cut> cuts;
    long wanted = 0;
    for (const Part& part : parts) {
      const RowTail& tail = side(part.above).tail();
      const double x = part.above ? static_cast<double>(law_.reach) - place : place;
      const int tau = part.above ? -part.tau : part.tau;
      // What is small enough: in an answer made of two, P is multiplied by e^t.
      const double factor = parts.size() > 1 && part.tau < 0 ? threshold : 0;
      const double enough = plan.log_enough - factor - scale(part) - tail.log_size(x, tau) - 2;
      cuts.push_back(tail.cut(x, tau, std::min(0.0, std::max(-plan.digits * kLn10, enough))));
      wanted = std::max(wanted, cuts.back().rows);
    }
    long rows = wanted;
    for (const Part& part : parts) rows = std::min(rows, side(part.above).rows_for(wanted));
    const Bits p = rounded_bits(bits_for_digits(saturated(plan.digits)) + 40);
    const Bits sum_bits =
        rounded_bits(p + laplace_sums::lost_bits(law_.spacing, rows) + plan.more_bits);
    last_ = {rows, rows < wanted ? rows : law_.most_uniform() + 1, sum_bits.n, UpperBound()};
    const Ball x = position(t, sum_bits);
    LossTails tails{Ball::indeterminate(p), Ball::indeterminate(p), Ball::indeterminate(p),
                    Ball::indeterminate(p)};
    for (size_t i = 0; i < parts.size(); ++i) {
      cuts[i].rows = rows;
      Ball& out = parts[i].above ? (parts[i].tau < 0 ? tails.P_above : tails.Q_above)
                                 : (parts[i].tau < 0 ? tails.P_below : tails.Q_below);
      out = tail_mass(parts[i], cuts[i], x, p, poll);
    }
    return from_tails(question, tails, t(sum_bits));
  }

  Ball tail_mass(const Part& part, const Cut& cut, const Ball& x, Bits p, const Poll& poll) {
    Side& here = side(part.above);
    const Ball place = part.above ? -x + law_.reach : x;
    const int tau = part.above ? -part.tau : part.tau;
    const std::vector<Ball> sum = laplace_sums::sums_below(
        here.rows(cut.rows, p, poll), law_.spacing, cut.rows, {tau}, place, part.above, poll);
    const UpperBound beyond = here.tail().beyond(cut, place, tau);
    last_.beyond = larger(last_.beyond, beyond);
    return (sum.front() + Ball::zero_to(beyond, p)) * exp(start(part)(p) * part.tau / 2);
  }

  /// S at the place from which those of this side are counted.
  Real start(const Part& part) const {
    if (!part.above) return law_.offset;
    return law_.offset + Real(law_.spacing * Rational(law_.reach));
  }
  double scale(const Part& part) const { return start(part).approximate() * part.tau / 2; }

  /// (t - offset)/spacing, exactly when t is rational: then it is decided on which side of t an
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

std::string laplace_sums_refusal(const Composition& composition) {
  std::string why;
  const auto law = laplace_sums::lattice_steps(composition, &why);
  return why;
}

bool laplace_sums_preferred(const Composition& composition) {
  // The line integral's floor is the atoms' share (1 + mu/2)^-N of the transform at 1/2.
  constexpr double kFewRows = 400;
  const LatticeSteps law = steps_of(composition);
  const RowTail tail(law.steps, law.spacing);
  const double middle = static_cast<double>(law.reach) / 2;
  return static_cast<double>(tail.cut(middle, -1, -16 * kLn10).rows) < kFewRows;
}

std::unique_ptr<Engine> make_laplace_sums(const Composition& composition) {
  return std::make_unique<LaplaceSums>(composition);
}

}  // namespace plumbline
