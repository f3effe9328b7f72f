#include "reference/engines/finite/finite.hpp"

#include <algorithm>
#include <cmath>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/contradiction.hpp"
#include "reference/engines/engine.hpp"
#include "reference/engines/finite/finite_law.hpp"
#include "reference/engines/periodic/periodic.hpp"
#include "reference/engines/sharpened.hpp"
#include "reference/engines/trivial_bounds.hpp"
#include "reference/mechanisms/poll_here.hpp"

namespace plumbline {
namespace {

using namespace finite_sums;

constexpr double kMostSteps = 1e15;     // counts fit a long with a margin
constexpr double kMostTerms = 2e7;      // terms of a binomial sum: some seconds
constexpr long kMostBits = 1L << 15;    // as in closed_form.cpp
constexpr long kLargestKey = 1L << 61;  // sums of keys fit a long

/// Returns the atoms of a factor that finite_refusal accepted.
const std::vector<LossAtom>& atoms_of(const Factor& factor) { return *factor.mechanism->atoms(); }

/// The atoms of each factor and t in exact coordinates, if these are known and small enough.
struct Keys {
  std::vector<std::vector<Coordinates>> atoms;
  Coordinates t;
};

Keys keys_of(const Composition& composition, const Real& t) {
  const auto form = t.log_linear();
  std::vector<LogLinear> numbers;
  for (const Factor& f : composition.factors()) {
    for (const LossAtom& x : atoms_of(f)) {
      const auto known = x.loss.log_linear();
      if (!known) return {};
      numbers.push_back(*known);
    }
  }
  // The basis also contains the logarithms of t. The spacing of the coordinates comes from the losses alone. A t that
  // is not on the lattice of the losses has no coordinates; it is never a sum of losses.
  std::vector<LogLinear> with_t = numbers;
  if (form) with_t.push_back({Rational(0), form->logs});
  const LogBasis basis(with_t, [] { poll_here(); });
  Keys out;
  double reach = 0;
  for (const Factor& f : composition.factors()) {
    out.atoms.emplace_back();
    double largest = 0;
    for (const LossAtom& x : atoms_of(f)) {
      const auto at = basis.coordinates(*x.loss.log_linear());
      if (!at) return {};
      out.atoms.back().push_back(*at);
      for (const long k : *at) largest = std::max(largest, std::fabs(static_cast<double>(k)));
    }
    reach += largest * f.count.approximate();
  }
  if (reach > static_cast<double>(kLargestKey)) return {};
  if (form) {
    if (const auto at = basis.coordinates(*form)) out.t = *at;
  }
  return out;
}

/// Returns the question S > t under Q if `under_Q`, otherwise under P. Masses are m under P, and m e^L under Q.
Tail tail_of(const Composition& composition, const Keys& keys, const Real& t, bool under_Q,
             double digits, Bits p) {
  Tail tail{{}, t(p), keys.t, true, digits, p};
  for (size_t i = 0; i < composition.factors().size(); ++i) {
    const Factor& f = composition.factors()[i];
    Power part{{}, static_cast<long>(f.count.approximate())};
    const std::vector<LossAtom>& atoms = atoms_of(f);
    for (size_t j = atoms.size(); j-- > 0;) {
      const Ball P = atoms[j].mass(p);
      part.atoms.push_back({under_Q ? P * exponential(atoms[j].loss, p) : P, atoms[j].loss(p),
                            keys.atoms.empty() ? Coordinates() : keys.atoms[i][j]});
    }
    tail.parts.push_back(part);
  }
  return tail;
}

bool is_single(const Composition& composition, size_t atoms) {
  return composition.factors().size() == 1 &&
         atoms_of(composition.factors().front()).size() == atoms;
}

/// Both tails. The smaller one is computed as a sum, and the larger one as its complement.
struct BothTails {
  Ball above, below;
};

class Finite final : public Engine {
 public:
  explicit Finite(const Composition& composition) : composition_(composition) {}

  std::string name() const override { return "finite"; }
  std::string explain() const override {
    const std::string way = is_single(composition_, 2) ? "binomial sums"
                            : is_single(composition_, 3)
                                ? "binomial sums for each count of the "
                                  "middle loss"
                                : "multinomial types, by meet-in-the-middle";
    return "finite: " + way + "; last with " + std::to_string(bits_) + " bits";
  }

  NamedTexts parameters() const override { return {{"bits", std::to_string(bits_)}}; }

  Enclosure answer(Question question, const Real& t, const Effort& effort) override {
    const Bits first = bits_for_digits(effort.digits) + 96;
    if (const auto exact = beyond_support(composition_, question, t, first)) return {*exact, {}};
    Enclosure all{clipped(question, Ball::indeterminate(Bits{64}), t), {}};
    const Ball& best = all.value;
    const Keys keys = keys_of(composition_, t);
    double digits = effort.digits + 6;
    bits_ = first.n;
    const double unknown = best.radius().log_approximate();
    constexpr int kMostInVain = 2;
    for (int in_vain = 0;;) {
      const double before = best.radius().log_approximate();
      try {
        const Ball value =
            clipped(question, at_precision(question, keys, t, digits, Bits{bits_}, effort.poll), t);
        sharpen(&all, {value, {}}, question, "finite at two precisions");
      } catch (const Interrupted&) {
        break;
      }
      if (effort.suffices(best) || 2 * bits_ > kMostBits) break;
      // Without keys, no precision distinguishes t from a sum of losses that equals t.
      const double now = best.radius().log_approximate();
      in_vain = keys.atoms.empty() && now < unknown && before - now < 1 ? in_vain + 1 : 0;
      all.final = in_vain >= kMostInVain;
      if (all.final) break;
      // The number of digits lost by cancellation and by the bound of the omitted mass is not known in advance.
      digits = 1.5 * digits + 10;
      bits_ = std::max(2 * bits_, bits_for_digits(static_cast<long>(digits)).n + 96);
    }
    return {best, {UpperBound(), best.radius(), UpperBound(), UpperBound()}, all.final};
  }

 private:
  Ball at_precision(Question question, const Keys& keys, const Real& t, double digits, Bits p,
                    const Poll& poll) const {
    const bool only_P = question == Question::P_above || question == Question::P_below;
    const bool only_Q = question == Question::Q_above || question == Question::Q_below;
    const bool shifted = keys.atoms.empty() && !only_P && !only_Q;
    const Ball w = shifted ? power(Ball(Rational(1, 2UL), p), Rational(p.n / 2)) : Ball(p);
    const Real at = shifted ? t + Real([w](Bits) { return w; }) : t;
    const Ball unused(p);
    BothTails P{unused, unused}, Q{unused, unused};
    if (!only_Q) P = both(tail_of(composition_, keys, at, false, digits, p), poll);
    if (!only_P) Q = both(tail_of(composition_, keys, at, true, digits, p), poll);
    const Ball value = from_tails(question, {P.above, P.below, Q.above, Q.below}, t(p));
    return shifted ? past_ties(question, value, t(p), w) : value;
  }

  static BothTails both(Tail tail, const Poll& poll) {
    const Ball one = Ball::integer(1, tail.bits);
    if (above_mean(tail)) {
      const Ball above = probability(sum(tail, poll));
      return {above, one - above};
    }
    Tail mirror = mirrored(tail);
    mirror.strict = false;  // S <= t is equivalent to -S >= -t
    const Ball below = probability(sum(mirror, poll));
    return {one - below, below};
  }

  static Ball probability(const Ball& x) {
    return require_within(x, Rational(0), Rational(1), "a tail of a sum of finitely many losses");
  }

  static bool above_mean(const Tail& tail) {
    Ball mean(tail.bits);
    for (const Power& part : tail.parts) {
      for (const StepAtom& x : part.atoms) mean += x.mass * x.loss * part.count;
    }
    return certainly_less(mean.midpoint(), tail.t.midpoint());
  }

  static Ball sum(const Tail& tail, const Poll& poll) {
    if (tail.parts.size() == 1 && tail.parts.front().atoms.size() == 2) {
      return two_point_tail(tail, poll);
    }
    if (tail.parts.size() == 1 && tail.parts.front().atoms.size() == 3) {
      return three_point_tail(tail, poll);
    }
    return type_tail(tail, poll);
  }

  Composition composition_;
  long bits_ = 0;
};

}  // namespace

namespace finite_sums {

// BOUND(TIE-SHIFT)
// Statement.  For w >= 0, x = e^t and t' = t + w,
//                 0 <= delta(t) - (Q(S > t') - x P(S > t')) <= x (e^w - 1).
//             excess(t) - (x P(S <= t') - Q(S <= t')) and Q(S <= t') + x P(S > t') - (1 - delta(t)) are the same
//             difference.
// Needs.      All losses are finite: this engine.
// Proof.      The difference is the sum of (e^S - x) P over t < S <= t', where 0 < e^S - x <= x (e^w - 1). The other
//             two answers differ from delta by 1 - x and 1, and so do those sums. So a sum of losses that equals t,
//             which no precision separates from t, causes no error.
// Source.     Elementary.
Ball past_ties(Question question, const Ball& value, const Ball& t, const Ball& w) {
  const UpperBound most = bound<"TIE-SHIFT">(UpperBound::of(exp(t) * expm1(w)));
  const Ball gap = Ball::zero_to(most, value.precision());
  return question == Question::one_minus_delta ? value - gap : value + gap;
}

}  // namespace finite_sums

bool all_finite(const Composition& composition) {
  return std::all_of(composition.factors().begin(), composition.factors().end(),
                     [](const Factor& f) { return f.mechanism->atoms() != nullptr; });
}

std::string finite_refusal(const Composition& composition) {
  if (!all_finite(composition)) return "it covers mechanisms with finitely many losses alone";
  if (composition.steps() > Rational(static_cast<long>(kMostSteps))) {
    return "it covers at most 10^15 steps";
  }
  constexpr double kDigits = 30;
  if (is_single(composition, 1)) return "";
  if (is_single(composition, 2) || is_single(composition, 3)) {
    const double N = composition.steps().approximate();
    const double cost = is_single(composition, 2) ? 1 : 10;
    if (cost * count_range_size(N, 0.5, kDigits) > kMostTerms) {
      return "the window of its binomial sum is too long";
    }
    return "";
  }
  const Real zero{Rational(0)};  // at this threshold, the tilt is moderate
  const Tail tail =
      tail_of(composition, keys_of(composition, zero), zero, false, kDigits, Bits{128});
  return type_refusal(tail).value_or("");
}

namespace {

Estimate estimate(const Composition& composition) {
  // If the losses lie on a lattice, the line integral is short for any number of steps.
  constexpr long kFewSteps = 30;
  const bool short_sum = is_single(composition, 1) || is_single(composition, 2) ||
                         is_single(composition, 3) || composition.steps() <= Rational(kFewSteps);
  if (short_sum || !has_period(composition) || !periodic_refusal(composition).empty()) {
    return {0.02, "a sum over types of losses"};
  }
  return Estimate::not_worth_it("one period of a contour integral is shorter than the sum");
}

std::unique_ptr<Engine> make(const Composition& composition) {
  return std::make_unique<Finite>(composition);
}

}  // namespace

EngineEntry finite_entry() {
  return {"finite", "finitely many losses: sums over multinomial types", finite_refusal, estimate,
          make};
}

}  // namespace plumbline
