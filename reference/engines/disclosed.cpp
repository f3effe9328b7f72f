#include "reference/engines/disclosed.hpp"

#include "reference/arithmetic/bound.hpp"
#include "reference/engines/trivial_bounds.hpp"
#include "reference/mechanisms/finite/finite_mechanisms.hpp"
#include "reference/mechanisms/pair_with_infinities.hpp"

namespace plumbline {
namespace {

const Rational kOne(1), kHalf(1, 2);
const Bits kRough{64};
/// Shares of guesses that may be wrong: more would not be worth the effort.
const Rational kMostErrors(1, 1L << 30);

/// A factor with a coin, `count` times.
struct CoinFactor {
  HiddenCoin coin;
  Rational count;
};

/// How often some guess is wrong over all steps, at most.
struct GuessErrors {
  Ball under_P, under_Q;
};

GuessErrors guess_errors(const std::vector<CoinFactor>& factors, const Rational& where, Bits p) {
  GuessErrors out{Ball(p), Ball(p)};
  for (const CoinFactor& f : factors) {
    const CoinErrors one = f.coin.errors(where, p);
    const Ball count(f.count, p), share(f.coin.share, p), rest(kOne - f.coin.share, p);
    out.under_P += count * one.false_alarm;
    out.under_Q += count * (rest * one.false_alarm + share * one.missed);
  }
  return out;
}

/// Null where the coin is not given away by the output, or there is none.
std::optional<CoinFactor> disclosed(const Factor& factor) {
  const auto coin = factor.mechanism->hidden_coin();
  if (!coin) return std::nullopt;
  const CoinFactor out{*coin, factor.count};
  const GuessErrors errors = guess_errors({out}, kHalf, kRough);
  const Ball most(kMostErrors, kRough);
  if (!certainly_less(errors.under_P + errors.under_Q, most)) return std::nullopt;
  return out;
}

/// The step with its coin shown: P never has it, Q with probability share.
Mechanism with_coin_shown(const Rational& share) {
  const std::string text = "finite(P=[1,0],Q=[" + (kOne - share).text() + "," + share.text() + "])";
  return std::make_shared<PairWithInfinities>(
      InfiniteLosses{kOne, kOne - share, perfectly_private()}, text, text);
}

// BOUND(DISCLOSED-COIN)
// Statement.  Let U be the composition M with each of the steps of a HiddenCoin replaced by the
//             pair in which the coin is shown (P: never; Q: with probability share, an infinite
//             loss). With e_P, e_Q the sums over these steps of P(test says R) and of (1 - share)
//             P(test says R) + share R(test says P), for every t
//                 0 <= delta_U(t) - delta_M(t) <= e_Q + e^t e_P,
//             and the same of excess; 1 - delta_M exceeds 1 - delta_U by as much.
// Needs.      A HiddenCoin means what it says, and `errors` encloses: the mechanism. 0 < share < 1,
//             0 < where < 1: the registry's pairs, and the list of places below.
// Proof.      Show coin and output of such a step. Given that the coin does not fall, the output has
//             the law P with and without the record, so that the likelihood ratio of both is that
//             of the coin: the loss is that of the step in U. M is the image of this under dropping
//             the coins, hence delta_M <= delta_U.
//             For the other side let phi be the indicator of S_U > t, a function of the coins c and
//             the outputs y of the other steps: delta_U(t) = E_Q phi(c, y) - e^t E_P phi(c, y). With
//             the tests' guesses c' for c, phi(c', y) is a function of the outputs of M, so that
//             delta_M(t) >= E_Q phi(c', y) - e^t E_P phi(c', y). Since 0 <= phi <= 1, the first term
//             changes by at most Q(c' != c) <= e_Q, the second by at most P(c' != c) <= e_P, as under
//             P no coin falls: union bounds. excess is delta - 1 + e^t.
// Source.     Data processing and coupling; elementary.

// BOUND(DISCLOSED-SLOPE)
// Statement.  For t1 < t < t2 and k = e^t,
//                 (delta(t) - delta(t2)) / (k2 - k) <= P(S > t) <= (delta(t1) - delta(t)) / (k - k1),
//                 (excess(t) - excess(t1)) / (k - k1) <= P(S <= t)
//                                                     <= (excess(t2) - excess(t)) / (k2 - k).
// Needs.      t1 < t < t2: a step of fixed size to either side, here.
// Proof.      As a function of k, delta = E_P[(e^S - k)_+] + Q(S = +inf) is convex with right
//             derivative -P(S > t), which is a subgradient at k: delta(t_i) >= delta(t) - (k_i - k)
//             P(S > t). excess = delta - 1 + k has the derivative P(S <= t) instead.
// Source.     Convexity; elementary.
class Disclosed final : public Engine {
 public:
  Disclosed(std::vector<CoinFactor> factors, const Composition& shown)
      : factors_(std::move(factors)), shown_(shown), inner_(plan(shown, "auto")) {}

  std::string name() const override { return "disclosed"; }
  std::string explain() const override {
    return "disclosed: between coins shown (" + shown_.expression() + ") and guessed; " +
           inner_->explain();
  }
  NamedTexts parameters() const override {
    NamedTexts out = inner_->parameters();
    out.emplace_back("within", inner_->name());
    return out;
  }
  bool vary() override { return inner_->vary(); }

  Enclosure answer(Question question, const Real& t, const Effort& effort) override {
    switch (question) {
      case Question::delta:
      case Question::one_minus_delta:
      case Question::excess:
        return profile(question, t, effort);
      case Question::P_above:
      case Question::P_below:
        return slope(question, t, effort);
      case Question::Q_above:
      case Question::Q_below:
        break;
    }
    return under_Q(question, t, effort);
  }

 private:
  Enclosure profile(Question question, const Real& t, const Effort& effort) {
    const Bits p = bits_for_digits(effort.digits) + 64;
    Effort sharper = effort;
    sharper.digits += 1;
    sharper.log_enough = Effort{}.log_enough;  // of another number
    const Enclosure shown = inner_->answer(question, t, sharper);
    const UpperBound most = bound<"DISCLOSED-COIN">(UpperBound::of(least_errors(t, p)));
    const Ball gap = Ball::zero_to(most, p);
    const Ball value =
        question == Question::one_minus_delta ? shown.value + gap : shown.value - gap;
    ErrorBudget budget = shown.budget;
    budget.truncation = budget.truncation + most;
    return {clipped(question, value, t), budget};
  }

  /// By the best of a few tests.
  Ball least_errors(const Real& t, Bits p) const {
    Ball least = Ball::indeterminate(p);
    for (const long sixteenths : {8, 10, 12, 14, 15}) {
      const GuessErrors errors = guess_errors(factors_, Rational(sixteenths, 16), p);
      const Ball all = errors.under_Q + exp(t(p)) * errors.under_P;
      if (!least.is_finite() || certainly_less(all, least)) least = all;
    }
    return least;
  }

  Enclosure slope(Question question, const Real& t, const Effort& effort) {
    const Rational step(1, 1L << 16);
    const Question integral = question == Question::P_above ? Question::delta : Question::excess;
    const Enclosure low = profile(integral, t - Real(step), effort),
                    here = profile(integral, t, effort),
                    high = profile(integral, t + Real(step), effort);
    const Bits p = here.value.precision();
    const Ball k = exp(t(p)), d(step, p);
    Ball left = (here.value - low.value) / (k * -expm1(-d));
    Ball right = (high.value - here.value) / (k * expm1(d));
    if (question == Question::P_above) {
      left = -left;
      right = -right;
    }
    const Ball value = bound<"DISCLOSED-SLOPE">(Ball::hull(left, right));
    ErrorBudget budget;
    budget.discretisation = value.radius();
    return {clipped(question, value, t), budget};
  }

  /// Q(S > t) = delta + e^t P(S > t), Q(S <= t) = 1 - delta - e^t P(S > t).
  Enclosure under_Q(Question question, const Real& t, const Effort& effort) {
    const bool above = question == Question::Q_above;
    const Enclosure of_P = slope(Question::P_above, t, effort),
                    profile_value =
                        profile(above ? Question::delta : Question::one_minus_delta, t, effort);
    const Ball k = exp(t(of_P.value.precision()));
    const Ball value =
        above ? profile_value.value + k * of_P.value : profile_value.value - k * of_P.value;
    ErrorBudget budget;
    budget.discretisation = value.radius();
    return {clipped(question, value, t), budget};
  }

  std::vector<CoinFactor> factors_;
  Composition shown_;
  std::unique_ptr<Engine> inner_;
};

}  // namespace

std::string disclosed_refusal(const Composition& composition) {
  for (const Factor& f : composition.factors()) {
    if (disclosed(f)) return "";
  }
  return "it covers sampling whose outputs all but show what was sampled";
}

std::unique_ptr<Engine> make_disclosed(const Composition& composition) {
  std::vector<CoinFactor> coins;
  std::vector<Factor> shown;
  for (const Factor& f : composition.factors()) {
    const auto coin = disclosed(f);
    if (coin) coins.push_back(*coin);
    shown.push_back(coin ? Factor{with_coin_shown(coin->coin.share), f.count} : f);
  }
  return std::make_unique<Disclosed>(std::move(coins), Composition(shown));
}

}  // namespace plumbline
