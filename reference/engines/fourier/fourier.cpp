#include "reference/engines/fourier/fourier.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <vector>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/contradiction.hpp"
#include "reference/arithmetic/double_text.hpp"
#include "reference/arithmetic/heuristics.hpp"
#include "reference/engines/engine.hpp"
#include "reference/engines/finite/finite.hpp"
#include "reference/engines/fourier/machine_lines.hpp"
#include "reference/engines/fourier/scale_split.hpp"
#include "reference/engines/periodic/periodic.hpp"
#include "reference/engines/sharpened.hpp"
#include "reference/engines/trivial_bounds.hpp"
#include "reference/mechanisms/polled_transform.hpp"

namespace plumbline {
namespace {

constexpr long kMostNodes = 400000;  // approximately ten seconds and 100 MB at 25 digits
// Up to this number of nodes (a larger number beyond 20 digits), one line is computed, not a sum of parts (ScaleSplit).
constexpr long kShort = 8000;
constexpr double kSlackDigits = 4;  // additional digits, for thresholds near that of the line

std::unique_ptr<fourier::Transform> whole_transform(const Composition& composition) {
  std::vector<fourier::MeasureFactor> factors;
  for (const Factor& f : composition.factors()) {
    factors.push_back({shared_measure(f.mechanism), f.count, f.mechanism->offer<ConvolvedLine>()});
  }
  return fourier::product_transform(std::move(factors), true);
}

class Fourier final : public Engine {
 public:
  explicit Fourier(const Composition& composition)
      : composition_(composition),
        whole_(whole_transform(composition_)),
        split_(composition_),
        machine_(std::in_place, composition_) {}

  std::string name() const override { return "fourier"; }

  std::string explain() const override {
    if (by_split_) return "fourier: " + split_.explain();
    if (by_machine()) return explained(machine_->last()->contour());
    if (whole_.lines() == 0) return "fourier: no line computed";
    const fourier::Contour& c = whole_.last();
    return "fourier: " + std::to_string(whole_.lines()) +
           " line(s); last Re s = " + significant_text(c.c, 6) + ", " + std::to_string(c.last + 1) +
           " nodes of step " + significant_text(c.step, 6) + ", " + std::to_string(c.bits.n) +
           " bits";
  }

  NamedTexts parameters() const override {
    if (by_split_) return {{"method", "sum of parts"}, {"parts", split_.explain()}};
    if (by_machine()) {
      const fourier::MachineContour& c = machine_->last()->contour();
      return {{"method", "line in " + numbers_of(c)}, {"c", exact_text(c.c)}};
    }
    if (whole_.lines() == 0) return {{"method", "no line needed"}};
    const fourier::Contour& c = whole_.last();
    return {{"method", "line"},
            {"lines", std::to_string(whole_.lines())},
            {"c", exact_text(c.c)},
            {"step", exact_text(c.step)},
            {"last", std::to_string(c.last)},
            {"truncation", exact_text(c.step * static_cast<double>(c.last + 1))},
            {"left", exact_text(c.left)},
            {"right", exact_text(c.right)},
            {"bits", std::to_string(c.bits.n)}};
  }

  bool vary() override {
    whole_.vary();
    split_.vary();
    machine_.reset();
    return true;
  }

  Enclosure answer(Question question, const Real& t, const Effort& effort) override {
    const Bits p = bits_for_digits(effort.digits) + 32;
    if (const auto exact = beyond_support(composition_, question, t, p)) return {*exact, {}};
    if (machine_) {
      if (auto quick = machine_->answer(question, t, effort)) {
        quick->value = clipped(question, quick->value, t);
        return *quick;
      }
    }
    Enclosure found = search(question, t, effort);
    found.value = clipped(question, found.value, t);
    return found;
  }

 private:
  /// Returns true if all answers so far are from lines in machine numbers.
  bool by_machine() const { return machine_ && machine_->last() != nullptr && whole_.lines() == 0; }

  static std::string numbers_of(const fourier::MachineContour& c) {
    return c.fine.empty() ? "doubles" : "double-doubles";
  }

  static std::string explained(const fourier::MachineContour& c) {
    return "fourier: lines in machine numbers; last in " + numbers_of(c) +
           ", Re s = " + significant_text(c.c, 6) + ", " + std::to_string(c.last + 1) +
           " nodes of step " + significant_text(c.step, 6);
  }

  Enclosure search(Question question, const Real& t, const Effort& effort) {
    const bool profile = fourier::kernel_of(question) == fourier::Kernel::profile;
    Enclosure best = unknown(question, t);
    try {
      if (!profile && !has_density(effort.poll)) return tail_by_slopes(question, t, effort);
      if (!effort.expired()) refine(question, t, effort, &best);
    } catch (const Interrupted&) {
    }
    return best;
  }

  /// Returns the maximum number of nodes. It decreases as nodes become more expensive, because the limit is one of
  /// time and memory.
  static long most_nodes(double digits) {
    const double cost = std::pow(std::max(1.0, digits / 25), 1.5);
    return static_cast<long>(static_cast<double>(kMostNodes) / cost);
  }

  /// Tries lines computed for other thresholds first, because the search for a contour costs more than a sum over an
  /// existing line. Returns true if they reach the digits.
  bool from_kept_lines(Question question, const Real& t, const Effort& effort, Enclosure* best) {
    const double where = t.approximate();
    Effort sharper = effort;
    sharper.digits += 1;
    const auto suffices = [&sharper](const Ball& value) { return sharper.suffices(value); };
    if (by_split_) {
      sharpen(best, split_.from_lines(question, t, where, effort.poll), question,
              "lines and a sum of parts");
      if (effort.suffices(best->value)) return true;
    }
    sharpen(best, whole_.from_lines(question, t, where, suffices, effort.poll), question,
            "lines kept");
    const bool reached = effort.suffices(best->value);
    if (reached) by_split_ = false;
    return reached;
  }

  /// Computes lines until *best has the digits or no line can reach them.
  void refine(Question question, const Real& t, const Effort& effort, Enclosure* best) {
    const double where = t.approximate();
    double digits = effort.digits + kSlackDigits;
    if (from_kept_lines(question, t, effort, best)) return;
    const double close = 0.05 * composition_.approximate_location(0).deviation;
    // If a line near this threshold failed before, another one fails, too.
    if (whole_.hopeless(fourier::kernel_of(question), where, close, effort.digits)) return;
    for (int attempt = 0; attempt < 4; ++attempt) {
      const double value = whole_.log_value(question, where, effort.poll);
      // If the value seems to be below e^log_enough, a bound suffices, without relative digits.
      const bool far_below =
          attempt == 0 ? value < effort.log_enough - 2 : best->value.contains_zero();
      const double small = far_below ? effort.log_enough - 2 - 8 * attempt : Effort{}.log_enough;
      const double tolerance = std::max(value - digits * kLn10 - 3, small);
      const long most = most_nodes(digits);
      const double longer = std::pow(std::max(1.0, digits / 20), 1.5);
      const long enough =
          split_.possible() ? static_cast<long>(static_cast<double>(kShort) * longer) : most;
      auto choice = whole_.choose(question, where, tolerance, enough, effort.poll);
      by_split_ = choice.out_of_reach && split_.possible();
      if (by_split_) {
        const double few = digits - kSlackDigits + 1;
        sharpen(best, split_.answer(question, t, where, {few, small}, enough, effort.poll),
                question, "lines and a sum of parts");
        if (effort.suffices(best->value)) break;
        if (attempt == 0) {
          digits += 4;
          continue;
        }
        by_split_ = false;
        choice = whole_.choose(question, where, tolerance, most, effort.poll);
      }
      const Enclosure own = whole_.from_choice(question, t, where, choice, effort.poll);
      sharpen(best, own, question, "lines kept and a new one");
      if (effort.suffices(best->value)) break;
      if (choice.out_of_reach) {
        whole_.mark_hopeless(fourier::kernel_of(question), effort.digits);
        break;
      }
      // If not even the size of the answer is known, its estimate was wrong, because rare large losses determine the
      // answer. The digits of this line alone decide this, not those of cached lines.
      const double reached = own.value.relative_digits();
      const bool known = std::isfinite(reached) && !own.value.contains_zero();
      const double missing = known ? effort.digits - reached : 20.0;
      digits += std::max(2.0, missing + 2);
    }
  }

  /// Returns true if |K(c+iy)| <= C/|y| for some C. Then the tails are line integrals themselves; otherwise they follow
  /// from the slope of the profile. The result is cached, because the bounds of the decay may be expensive.
  bool has_density(const Poll& poll) {
    if (!has_density_) {
      has_density_ = std::any_of(
          composition_.factors().begin(), composition_.factors().end(), [&poll](const Factor& f) {
            return algebraic_decay_of(measure_of(*f.mechanism), 0.5, poll).is_finite();
          });
    }
    return *has_density_;
  }

  Enclosure tail_by_slopes(Question question, const Real& t, const Effort& effort) {
    Effort sharp = effort;
    sharp.digits = 2 * effort.digits + 4;
    sharp.log_enough = Effort{}.log_enough;  // the limit is for a tail, not for the profile
    const Enclosure middle = answer(profile_for_tail(question, t), t, sharp);
    // The chord length is far below the requested accuracy. If the profile has fewer digits, the length balances two
    // errors: the width of the profile divided by the length, and the curvature of the profile.
    const double known = middle.value.relative_digits();
    const int exponent =
        known >= sharp.digits ? effort.digits + 1 : std::max(1, static_cast<int>(known / 2));
    if (known < sharp.digits) sharp.digits = std::max(2, static_cast<int>(known));
    const Rational h = power_of_ten(-exponent);
    const auto profile = [&](Question q, const Real& at) { return answer(q, at, sharp).value; };
    const Bits p = bits_for_digits(sharp.digits) + 32;
    return {tail_by_chords(question, t, h, p, profile), middle.budget};
  }

  /// Returns the range of all possible answers.
  static Enclosure unknown(Question question, const Real& t) {
    return {clipped(question, Ball::indeterminate(Bits{64}), t), {}};
  }

  Composition composition_;
  fourier::LineCache whole_;
  fourier::ScaleSplit split_;
  /// Null after vary(), so that the second computation is in balls.
  std::optional<fourier::MachineLines> machine_;
  std::optional<bool> has_density_;
  bool by_split_ = false;  ///< true if the last answer is a sum of parts
};

}  // namespace

namespace {

std::string refusal(const Composition& composition) {
  if (std::string why = missing_transform(composition); !why.empty()) return why;
  if (has_period(composition)) return periodic_refusal(composition);
  const bool decays = std::any_of(composition.factors().begin(), composition.factors().end(),
                                  [](const Factor& f) { return !f.mechanism->countable(); });
  if (decays) return immoderate_losses(composition);
  return all_finite(composition)
             ? "the transform of finitely many losses without a common lattice does not decay"
             : "the transform of countably many losses without a common lattice does not decay";
}

Estimate estimate(const Composition& composition) {
  // Sum over the factors of (number of steps)/(number of steps from which a line is short).
  double shares = 0;
  for (const Factor& f : composition.factors()) {
    shares += f.count.approximate() /
              static_cast<double>(measure_of(*f.mechanism).steps_of_short_lines());
  }
  const bool short_line = shares >= 1;
  constexpr double kLong = 200;  // exceeds the cost of the lattice engine
  return short_line ? Estimate{1, "a line integral"} : Estimate{kLong, "a long line integral"};
}

std::unique_ptr<Engine> make(const Composition& composition) {
  if (has_period(composition)) return make_periodic(composition);
  return std::make_unique<Fourier>(composition);
}

}  // namespace

EngineEntry fourier_entry() {
  return {"fourier", "any composition: inversion of the loss transform on a vertical line",
          refusal,   estimate,
          make,      true};
}

Question profile_for_tail(Question tail, const Real& t) {
  if (tail == Question::P_below) return Question::excess;
  return t.approximate() > 0 ? Question::delta : Question::one_minus_delta;
}

// BOUND(CONVEX-SLOPE)
// Statement.  Let x = e^t and 0 < h < x. Consider the three forms of the profile delta, m = 1 - delta and e = excess
//             as functions of x. Then
//                 (delta(x) - delta(x+h))/h <= P(S > t)  <= (delta(x-h) - delta(x))/h,
//                 (m(x+h) - m(x))/h         <= P(S > t)  <= (m(x) - m(x-h))/h,
//                 (e(x) - e(x-h))/h         <= P(S <= t) <= (e(x+h) - e(x))/h.
//             Moreover Q(S > t) = delta(x) + x P(S > t) and Q(S <= t) = m(x) - x P(S > t).
// Needs.      (a) 0 < h < 1 (here relative to x): checked here. (b) No loss is infinite, or delta(x), m(x), e(x)
//             include the contributions of infinite losses as in the formulas of engine.hpp: the engine.
// Proof.      delta(x) = E_P[(e^S - x)_+] + Q(S = inf) and e(x) = E_P[(x - e^S)_+] are convex, and m(x) =
//             E_P[min(e^S, x)] is concave. Their right derivatives are -P(S > t), P(S <= t) and P(S > t), their left
//             derivatives -P(S >= t), P(S < t) and P(S >= t). For a convex function, a chord to the right has at
//             least the slope of the right derivative. A chord to the left has at most the slope of the left
//             derivative, which is at most the right derivative. For m the inequalities are reversed. The last two
//             equations are the definitions delta = Q(S > t) - x P(S > t) and m = Q(S <= t) + x P(S > t).
// Source.     Elementary.
Ball tail_by_chords(Question tail, const Real& t, const Rational& h, Bits p,
                    const ProfileAt& profile) {
  if (h.sign() <= 0 || !(h < Rational(1))) throw std::logic_error("a chord needs 0 < h < 1");
  const Question form = profile_for_tail(tail, t);
  const auto at = [&](const Rational& shift) {
    const Rational factor = Rational(1) + shift;
    return profile(form, Real([&t, factor](Bits q) { return t(q) + log(Ball(factor, q)); }));
  };
  const Ball left = at(-h), middle = profile(form, t), right = at(h);
  const Ball x = exp(t(p)), step = x * Ball(h, p);
  const Ball up = (right - middle) / step, down = (middle - left) / step;
  const bool falling = form == Question::delta;
  const Ball least = falling ? -up : form == Question::excess ? down : up;
  const Ball most = falling ? -down : form == Question::excess ? up : down;
  if (certainly_less(most, least)) {
    throw Contradiction("chords of " + name_of(form) + " are out of order: it is not convex");
  }
  const Ball slope = bound<"CONVEX-SLOPE">(Ball::hull(least, most));
  if (tail == Question::Q_above) return profile(Question::delta, t) + x * slope;
  if (tail == Question::Q_below) return profile(Question::one_minus_delta, t) - x * slope;
  return slope;
}

Enclosure fourier_on_contour(const Composition& composition, const fourier::Contour& contour,
                             Question question, const Real& t) {
  const auto transform = whole_transform(composition);
  const Poll none = [] {};
  return fourier::ContourLine(*transform, contour, none).answer(question, t, none);
}

}  // namespace plumbline
