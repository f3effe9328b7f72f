#include "reference/engines/conditioned/conditioned.hpp"

#include <algorithm>
#include <cmath>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/functions/log_basis.hpp"
#include "reference/arithmetic/heuristics.hpp"
#include "reference/engines/conditioned/discrete_law.hpp"
#include "reference/engines/conditioned/halves.hpp"
#include "reference/engines/conditioned/tilted_law.hpp"
#include "reference/engines/conditioned/types.hpp"
#include "reference/engines/finite/finite.hpp"
#include "reference/engines/periodic/periodic.hpp"
#include "reference/engines/planner.hpp"
#include "reference/engines/sharpened.hpp"
#include "reference/engines/trivial_bounds.hpp"
#include "reference/engines/within.hpp"

namespace plumbline {
namespace {

using conditioned::DiscreteLaw;

constexpr size_t kMostPoints = 10000;     // each takes a question to another engine
constexpr size_t kMostPointsAlone = 2e5;  // each takes an exponential
constexpr size_t kMostOfHalf = 3e5;       // each takes a few sums
constexpr size_t kMostPointsTilted = 1e5;
constexpr double kMostDigits = 400;  // of the masses

/// The steps of countably many losses, and the others.
struct Parted {
  std::vector<Factor> discrete, others;
  size_t most() const { return others.empty() ? kMostPointsAlone : kMostPoints; }
};

Parted parted(const Composition& composition) {
  Parted out;
  for (const Factor& f : composition.factors()) {
    (conditioned::is_discrete(*f.mechanism) ? out.discrete : out.others).push_back(f);
  }
  return out;
}

bool too_many(const Parted& parts);
bool halves_will_do(const Parted& parts);

double depth_of(double digits) { return digits * kLn10 / kLn2 + 12; }

bool under_P(Question question) {
  return question == Question::P_above || question == Question::P_below;
}

bool is_probability_of_loss(Question question) {
  return under_P(question) || question == Question::Q_above || question == Question::Q_below;
}

/// Also where logarithms cancel.
std::optional<int> sign_of(const Real& u) {
  const auto sign = known_sign(u);
  const auto form = u.log_linear();
  if (sign || !form) return sign;
  const auto at = LogBasis({*form}).coordinates(*form);
  const bool zero = at && std::all_of(at->begin(), at->end(), [](long n) { return n == 0; });
  return zero ? std::optional(0) : std::nullopt;
}

/// The answer for the loss 0, surely, at u.
Ball of_no_loss(Question question, const Real& u, Bits p) {
  const Ball zero(p), one = Ball::integer(1, p);
  if (is_probability_of_loss(question)) {
    const auto sign = sign_of(u);
    if (!sign) return Ball::zero_to(UpperBound::of(one), p);
    const bool above = *sign < 0;
    return (question == Question::P_above || question == Question::Q_above) == above ? one : zero;
  }
  const Ball at = u(p);
  if (question == Question::delta) return max(zero, -expm1(at));
  if (question == Question::excess) return max(zero, expm1(at));
  return min(one, exp(at));
}

// BOUND(CONDITIONED)
// Statement.  With S = D + C, D taking the losses d with masses P(d) and Q(d) = e^d P(d) apart from
//             events of the masses P_rest and Q_rest, C independent of D, and A one of the seven
//             questions,
//
//                 0 <= A_S(t) - sum_d W(d) A_C(t - d) <= R,
//
//             W = P and R = P_rest for P(S > t) and P(S <= t), W = Q and R = e^t P_rest for excess,
//             W = Q and R = Q_rest otherwise. Each term is between 0 and W(d), that of excess between
//             0 and e^t P(d).
// Needs.      (a) P_rest, Q_rest: CONDITIONED-REST. (b) D and C independent under P and under Q: a
//             composition is a product.
// Proof.      Given D = d the law of C is the same under P, and under Q: the tails are sums of those
//             of C at t - d with the weights of their measure. E_P[(e^S - e^t)_+] is the sum of
//             P(d) e^d E_P[(e^C - e^{t-d})_+], and e^d P(d) = Q(d); likewise the other two, which are
//             E_P[min(e^S, e^t)] and E_P[(e^t - e^S)_+]. What D's other events add is not negative
//             and at most their mass times the largest value of A_C, which is 1; for excess
//             A_C(u) <= e^u, and e^{t-d} Q(d) = e^t P(d).
// Source.     Elementary.
class Conditioned final : public Engine {
 public:
  Conditioned(const Composition& composition, Parted parts)
      : composition_(composition), parts_(std::move(parts)) {
    if (!parts_.others.empty()) inner_ = plan(Composition(parts_.others), "auto");
    by_halves_ = too_many(parts_);
    if (by_halves_ && conditioned::types_can_be_listed(parts_.discrete)) {
      types_ = std::make_unique<conditioned::Types>(Composition(parts_.discrete));
    }
  }

  std::string name() const override { return "conditioned"; }
  std::string explain() const override {
    if (far_)
      return "conditioned: on " + std::to_string(tilted_->points.size()) + " losses, tilted";
    if (by_halves_ && types_ && !halves_) {
      return "conditioned: pairs of " + std::to_string(types_->points()) + " types";
    }
    if (by_halves_) {
      return "conditioned: pairs of " + std::to_string(halves_ ? halves_->points() : 0) + " losses";
    }
    const std::string points =
        "conditioned: on " + std::to_string(law_ ? law_->points.size() : 0) + " losses";
    return inner_ ? points + "; given these " + inner_->explain() : points;
  }
  NamedTexts parameters() const override {
    if (far_) {
      return {{"losses", std::to_string(tilted_->points.size())}, {"within", "tilted losses"}};
    }
    if (by_halves_ && types_ && !halves_) {
      return {{"losses", std::to_string(types_->points())}, {"within", "types"}};
    }
    if (by_halves_) {
      return {{"losses", std::to_string(halves_ ? halves_->points() : 0)}, {"within", "halves"}};
    }
    const NamedTexts own{{"losses", std::to_string(law_ ? law_->points.size() : 0)}};
    return inner_ ? parameters_within(*inner_, own) : own;
  }
  /// Other masses: of more points, with more bits.
  bool vary() override {
    varied_ = true;
    law_.reset();
    halves_.reset();
    tilted_.reset();
    if (types_) types_->vary();
    if (inner_) inner_->vary();
    return true;
  }

  Enclosure answer(Question question, const Real& t, const Effort& effort) override {
    const Bits p = bits_for_digits(effort.digits) + 64;
    if (const auto exact = beyond_support(composition_, question, t, p)) return {*exact, {}};
    Enclosure best{clipped(question, Ball::indeterminate(p), t), {}};
    double digits = effort.digits + 4;
    far_ = false;
    try {
      if (parts_.others.empty() && answer_far_out(question, t, effort, &best)) return best;
      if (types_) {
        Enclosure found = types_->answer(question, t, effort);
        found.value = clipped(question, found.value, t);
        sharpen(&best, found, question, "types");
        if (effort.suffices(best.value) || !halves_will_do(parts_)) return best;
      }
      while (digits <= kMostDigits) {
        Enclosure found{Ball::indeterminate(p), {}};
        if (!at_depth(question, t, effort, digits, &found)) break;
        found.value = clipped(question, found.value, t);
        sharpen(&best, found, question, "masses to two depths");
        if (effort.suffices(best.value) || effort.expired()) break;
        // A small answer takes smaller masses.
        const double small = -UpperBound::of(best.value).log_approximate() / kLn10;
        const double wanted = effort.digits + 5 + small;
        if (wanted <= digits) break;
        digits = wanted;
      }
    } catch (const Interrupted&) {
    }
    return best;
  }

 private:
  /// Whether a small answer was found as sharp as asked, by a tilt.
  bool answer_far_out(Question question, const Real& t, const Effort& effort, Enclosure* best) {
    constexpr double kSmall = -10 * kLn10;
    const auto tilt = conditioned::tilt_of(parts_.discrete, question, t.approximate());
    if (!tilt || !(tilt->log_bound < kSmall)) return false;
    const auto take = [&](const conditioned::TiltedLaw& law, Bits p) {
      Enclosure found = conditioned::answer_by_tilt(law, question, t, p);
      found.value = clipped(question, found.value, t);
      sharpen(best, found, question, "masses under a tilt");
    };
    const Bits few{128};
    if (const auto all = conditioned::weight_alone(parts_.discrete, tilt->c, few)) take(*all, few);
    double digits = effort.digits + 6;
    for (int tries = 0; tries < 3; ++tries) {
      const Bits p = bits_for_digits(static_cast<long>(digits)) + 96;
      if (!have_tilted(tilt->c, digits, p, effort.poll)) return false;
      take(*tilted_, p);
      far_ = effort.suffices(best->value);
      if (far_ || effort.expired()) return far_;
      // A bound is larger than what it bounds.
      const double beyond =
          (tilt->log_bound - UpperBound::of(best->value).log_approximate()) / kLn10;
      digits = std::max(digits + 4, effort.digits + 5 + std::min(beyond, kMostDigits));
    }
    return false;
  }

  bool have_tilted(double c, double digits, Bits p, const Poll& poll) {
    constexpr double kVaried = 9;
    if (tilted_ && tilted_->c == c && tilted_digits_ >= digits) return true;
    tilted_.reset();
    tilted_ = conditioned::tilted_law(
        parts_.discrete, c, depth_of(digits + (varied_ ? kVaried : 0)), p, kMostPointsTilted, poll);
    tilted_digits_ = digits;
    return tilted_.has_value();
  }

  /// Whether there was a law to sum over.
  bool at_depth(Question question, const Real& t, const Effort& effort, double digits,
                Enclosure* out) {
    constexpr double kVaried = 9;
    if (varied_) digits += kVaried;
    const Bits p = bits_for_digits(static_cast<long>(digits)) + 64;
    if (by_halves_) return halves_at_depth(question, t, effort, digits, p, out);
    if (!law_ || digits > law_digits_) {
      law_ = conditioned::discrete_law(parts_.discrete, depth_of(digits), p, parts_.most(),
                                       effort.poll);
      law_digits_ = digits;
      if (!law_) return false;
      std::sort(law_->points.begin(), law_->points.end(),
                [](const auto& a, const auto& b) { return midpoint_less(b.Q, a.Q); });
    }
    const Ball k = exp(t(p));
    const UpperBound rest = UpperBound::of(question == Question::excess ? k * law_->P_rest
                                           : under_P(question)          ? law_->P_rest
                                                                        : law_->Q_rest);
    out->value = Ball::zero_to(bound<"CONDITIONED">(rest), p);
    out->budget.truncation = rest;
    Ball have(p);
    for (const DiscreteLaw::Point& x : law_->points) {
      const Ball weight = under_P(question) ? x.P : x.Q;
      const Ball most = question == Question::excess ? k * x.P : weight;
      const double needed = digits_needed(effort.digits, most, have);
      const bool skipped = needed < 0 || effort.expired();
      const Enclosure term = skipped  ? Enclosure{Ball::zero_to(UpperBound::of(most), p), {}}
                             : inner_ ? term_at(question, t - x.loss, weight, needed, effort, p)
                                      : Enclosure{alone(question, x, t, k, p), {}};
      if (skipped) out->budget.truncation = out->budget.truncation + UpperBound::of(most);
      out->value += term.value;
      add(&out->budget, term.budget, UpperBound::of(weight));
      if (!skipped) have += term.value;
    }
    return true;
  }

  bool halves_at_depth(Question question, const Real& t, const Effort& effort, double digits,
                       Bits p, Enclosure* out) {
    if (!halves_ || digits > law_digits_) {
      const auto steps = conditioned::split_steps(parts_.discrete);
      const auto law = [&](const std::vector<Factor>& some) {
        return conditioned::discrete_law(some, depth_of(digits), p, kMostOfHalf, effort.poll);
      };
      auto one = law(steps.first), two = law(steps.second);
      if (!one || !two) return false;
      halves_.reset();
      effort.poll();
      conditioned::Halves made(std::move(*one), std::move(*two), p, effort.poll);
      halves_.emplace(std::move(made));
      law_digits_ = digits;
    }
    out->value = halves_->answer(question, t, effort.poll);
    out->budget.truncation = out->value.radius();
    return true;
  }

  /// Heuristic: relative digits of a term of at most `most` where `have` is already there.
  double digits_needed(int digits, const Ball& most, const Ball& have) const {
    const double among = std::log10(static_cast<double>(law_->points.size()));
    const double all = digits + 1.5 + among;
    const Ball least = have.lower();
    if (!certainly_positive(least)) return all;
    return std::min(all, all + (most.log_approximate() - least.log_approximate()) / kLn10);
  }

  /// Of a point where nothing is left: its loss is only looked at where the masses do not tell.
  static Ball alone(Question question, const DiscreteLaw::Point& x, const Real& t, const Ball& k,
                    Bits p) {
    if (const auto part = conditioned::part_of(question, x.P, x.Q, k)) return *part;
    return (under_P(question) ? x.P : x.Q) * of_no_loss(question, t - x.loss, p);
  }

  Enclosure term_at(Question question, const Real& u, const Ball& weight, double digits,
                    const Effort& effort, Bits p) {
    const Enclosure given =
        inner_->answer(question, u, Effort{static_cast<int>(std::ceil(digits)) + 1, effort.poll});
    return {weight * given.value.at(p), given.budget};
  }

  static void add(ErrorBudget* total, const ErrorBudget& one, const UpperBound& weight) {
    total->quadrature = total->quadrature + one.quadrature * weight;
    total->truncation = total->truncation + one.truncation * weight;
    total->discretisation = total->discretisation + one.discretisation * weight;
    total->rounding = total->rounding + one.rounding * weight;
  }

  Composition composition_;
  Parted parts_;
  std::unique_ptr<Engine> inner_;  ///< null where nothing is left
  std::optional<DiscreteLaw> law_;
  std::optional<conditioned::Halves> halves_;
  std::unique_ptr<conditioned::Types> types_;  ///< null where nothing can be listed
  std::optional<conditioned::TiltedLaw> tilted_;
  bool by_halves_ = false;
  bool far_ = false;  ///< the last answer is the tilted law's
  double law_digits_ = 0, tilted_digits_ = 0;
  bool varied_ = false;
};

}  // namespace

namespace {

constexpr double kDigitsUsual = 20, kSlack = 4;  // losses coincide

double size_of_law(const std::vector<Factor>& steps, size_t most) {
  return conditioned::rough_size(steps, depth_of(kDigitsUsual), most);
}

/// For one list of points, so that it takes two.
bool too_many(const Parted& parts) {
  return parts.others.empty() &&
         size_of_law(parts.discrete, parts.most()) > kSlack * static_cast<double>(parts.most());
}

/// Most of the combinations counted are too rare to be points.
bool halves_will_do(const Parted& parts) {
  constexpr double kRare = 30;
  const auto steps = conditioned::split_steps(parts.discrete);
  if (!parts.others.empty() || steps.second.empty()) return false;
  return std::max(size_of_law(steps.first, kMostOfHalf), size_of_law(steps.second, kMostOfHalf)) <=
         kRare * static_cast<double>(kMostOfHalf);
}

}  // namespace

namespace {

std::string refusal(const Composition& composition) {
  const Parted parts = parted(composition);
  if (parts.discrete.empty()) return "it covers compositions with steps of countably many losses";
  const double size = size_of_law(parts.discrete, parts.most());
  const bool few = size <= kSlack * static_cast<double>(parts.most());
  const bool listed = parts.others.empty() && conditioned::types_can_be_listed(parts.discrete);
  return few || listed || halves_will_do(parts)
             ? ""
             : "its steps of countably many losses take too many together";
}

/// Whether one line for all of the steps is worth a try before.
bool is_long(const Composition& composition) {
  constexpr long kFewSteps = 8;
  const std::vector<Factor> others = parted(composition).others;
  if (others.empty()) return false;
  const Composition rest(others);
  return !rest.gaussian_mu_squared() && rest.steps() > Rational(kFewSteps);
}

Estimate estimate(const Composition& composition) {
  const bool summed = all_finite(composition) && finite_refusal(composition).empty();
  const bool on_a_lattice = has_period(composition) && periodic_refusal(composition).empty();
  if (summed || on_a_lattice) {
    Estimate out = Estimate::not_worth_it(summed ? "finitely many losses are summed at once"
                                                 : "one period of a line is short");
    if (summed) out.checks = "finite";
    return out;
  }
  if (is_long(composition)) return {1.5, "each of what is summed has a line of its own"};
  return {0.5, "what is left when the countable losses are summed"};
}

std::unique_ptr<Engine> make(const Composition& composition) {
  return std::make_unique<Conditioned>(composition, parted(composition));
}

}  // namespace

EngineEntry conditioned_entry() {
  return {"conditioned", "given the losses of the steps that have countably many, these summed",
          refusal, estimate, make};
}

}  // namespace plumbline
