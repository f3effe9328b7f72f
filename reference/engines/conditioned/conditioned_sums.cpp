/// Sums over a distribution of the discrete losses, without the masses that are too small for a number of digits.
#include <algorithm>
#include <cmath>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/functions/log_basis.hpp"
#include "reference/arithmetic/heuristics.hpp"
#include "reference/engines/conditioned/conditioned_engine.hpp"
#include "reference/engines/engine.hpp"

namespace plumbline::conditioned {
namespace {

bool under_P(Question question) {
  return question == Question::P_above || question == Question::P_below;
}

bool is_probability_of_loss(Question question) {
  return under_P(question) || question == Question::Q_above || question == Question::Q_below;
}

/// Returns the sign of u, also if u is 0 because logarithms cancel; nothing if the sign is not decided.
std::optional<int> sign_of(const Real& u) {
  const auto sign = known_sign(u);
  const auto form = u.log_linear();
  if (sign || !form) return sign;
  const auto at = LogBasis({*form}).coordinates(*form);
  const bool zero = at && std::all_of(at->begin(), at->end(), [](long n) { return n == 0; });
  return zero ? std::optional(0) : std::nullopt;
}

/// Returns the answer at the threshold u for a composition whose loss is always 0.
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

}  // namespace

bool Conditioned::have_law(double digits, Bits p, const Poll& poll) {
  if (law_ && digits <= law_digits_) return true;
  law_ = discrete_law(parts_.discrete, depth_of(digits), p, parts_.most(), poll);
  law_digits_ = digits;
  if (!law_) return false;
  std::sort(law_->points.begin(), law_->points.end(),
            [](const auto& a, const auto& b) { return midpoint_less(b.Q, a.Q); });
  return true;
}

bool Conditioned::at_depth(Question question, const Real& t, const Effort& effort, double digits,
                           Enclosure* out) {
  constexpr double kVaried = 9;
  if (varied_) digits += kVaried;
  const Bits p = bits_for_digits(static_cast<long>(digits)) + 64;
  if (by_halves_) return halves_at_depth(question, t, effort, digits, p, out);
  if (!have_law(digits, p, effort.poll)) return false;
  sum_over_law(question, t, effort, p, out);
  return true;
}

// BOUND(CONDITIONED)
// Statement.  Let S = D + C, where D has the losses d with the masses P(d) and Q(d) = e^d P(d), apart from events of
//             the masses P_rest and Q_rest, and C is independent of D. Let A be one of the seven questions. Then
//
//                 0 <= A_S(t) - sum_d W(d) A_C(t - d) <= R,
//
//             where W = P and R = P_rest for P(S > t) and P(S <= t), W = Q and R = e^t P_rest for excess, and W = Q
//             and R = Q_rest otherwise. Each term is between 0 and W(d); for excess, between 0 and e^t P(d).
// Needs.      (a) P_rest, Q_rest: CONDITIONED-REST. (b) D and C are independent under P and under Q: a composition is
//             a product.
// Proof.      Given D = d, the distribution of C is the same as without this condition, under P and under Q. So a
//             tail of S is the sum of the tails of C at t - d, with the weights of its measure. E_P[(e^S - e^t)_+] is
//             the sum of P(d) e^d E_P[(e^C - e^{t-d})_+], and e^d P(d) = Q(d). The other two questions, E_P[min(e^S,
//             e^t)] and E_P[(e^t - e^S)_+], decompose in the same way. The contribution of the other events of D is
//             not negative and at most their mass times the maximum of A_C, which is 1. For excess A_C(u) <= e^u, and
//             e^{t-d} Q(d) = e^t P(d).
// Source.     Elementary.
void Conditioned::sum_over_law(Question question, const Real& t, const Effort& effort, Bits p,
                               Enclosure* out) {
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
}

bool Conditioned::halves_at_depth(Question question, const Real& t, const Effort& effort,
                                  double digits, Bits p, Enclosure* out) {
  if (!halves_ || digits > law_digits_) {
    const auto steps = split_steps(parts_.discrete);
    const auto law = [&](const std::vector<Factor>& some) {
      return discrete_law(some, depth_of(digits), p, kMostOfHalf, effort.poll);
    };
    auto one = law(steps.first), two = law(steps.second);
    if (!one || !two) return false;
    halves_.reset();
    effort.poll();
    Halves made(std::move(*one), std::move(*two), p, effort.poll);
    halves_.emplace(std::move(made));
    law_digits_ = digits;
  }
  out->value = halves_->answer(question, t, effort.poll);
  out->budget.truncation = out->value.radius();
  return true;
}

double Conditioned::digits_needed(int digits, const Ball& most, const Ball& have) const {
  const double among = std::log10(static_cast<double>(law_->points.size()));
  const double all = digits + 1.5 + among;
  const Ball least = have.lower();
  if (!certainly_positive(least)) return all;
  return std::min(all, all + (most.log_approximate() - least.log_approximate()) / kLn10);
}

Ball Conditioned::alone(Question question, const DiscreteLaw::Point& x, const Real& t,
                        const Ball& k, Bits p) {
  if (const auto part = part_of(question, x.P, x.Q, k)) return *part;
  return (under_P(question) ? x.P : x.Q) * of_no_loss(question, t - x.loss, p);
}

Enclosure Conditioned::term_at(Question question, const Real& u, const Ball& weight, double digits,
                               const Effort& effort, Bits p) {
  const Enclosure given =
      inner_->answer(question, u, Effort{static_cast<int>(std::ceil(digits)) + 1, effort.poll});
  return {weight * given.value.at(p), given.budget};
}

void Conditioned::add(ErrorBudget* total, const ErrorBudget& one, const UpperBound& weight) {
  total->quadrature = total->quadrature + one.quadrature * weight;
  total->truncation = total->truncation + one.truncation * weight;
  total->discretisation = total->discretisation + one.discretisation * weight;
  total->rounding = total->rounding + one.rounding * weight;
}

}  // namespace plumbline::conditioned
