#include "reference/engines/disclosed.hpp"

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/constants.hpp"
#include "reference/engines/planner.hpp"
#include "reference/engines/profile_slopes.hpp"
#include "reference/engines/trivial_bounds.hpp"
#include "reference/engines/within.hpp"
#include "reference/mechanisms/finite/finite_mechanisms.hpp"
#include "reference/mechanisms/hidden_coin.hpp"
#include "reference/mechanisms/pair_with_infinities.hpp"

namespace plumbline {
namespace {

const Rational kHalf(1, 2);
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
  const auto coin = factor.mechanism->offer<HiddenCoin>();
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

class Disclosed final : public Engine {
 public:
  Disclosed(std::vector<CoinFactor> factors, const Composition& shown)
      : factors_(std::move(factors)), shown_(shown), inner_(plan(shown, "auto")) {}

  std::string name() const override { return "disclosed"; }
  std::string explain() const override {
    return "disclosed: between coins shown (" + shown_.expression() + ") and guessed; " +
           inner_->explain();
  }
  NamedTexts parameters() const override { return parameters_within(*inner_, {}); }
  bool vary() override { return inner_->vary(); }

  Enclosure answer(Question question, const Real& t, const Effort& effort) override {
    switch (question) {
      case Question::delta:
      case Question::one_minus_delta:
      case Question::excess:
        return profile(question, t, effort);
      case Question::P_above:
      case Question::P_below:
      case Question::Q_above:
      case Question::Q_below:
        break;
    }
    const Ball value =
        tail_by_slopes(question, t, {Rational(1, 1L << 16)},
                       [&](Question q, const Real& at) { return profile(q, at, effort).value; });
    ErrorBudget budget;
    budget.discretisation = value.radius();
    return {clipped(question, value, t), budget};
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

  std::vector<CoinFactor> factors_;
  Composition shown_;
  std::unique_ptr<Engine> inner_;
};

std::string refusal(const Composition& composition) {
  for (const Factor& f : composition.factors()) {
    if (disclosed(f)) return "";
  }
  return "it covers sampling whose outputs all but show what was sampled";
}

Estimate estimate(const Composition&) { return {0.05, "what is left when coins are shown"}; }

std::unique_ptr<Engine> make(const Composition& composition) {
  std::vector<CoinFactor> coins;
  std::vector<Factor> shown;
  for (const Factor& f : composition.factors()) {
    const auto coin = disclosed(f);
    if (coin) coins.push_back(*coin);
    shown.push_back(coin ? Factor{with_coin_shown(coin->coin.share), f.count} : f);
  }
  return std::make_unique<Disclosed>(std::move(coins), Composition(shown));
}

}  // namespace

EngineEntry disclosed_entry() {
  return {"disclosed",
          "sampling whose coins the outputs all but show, between them shown and guessed", refusal,
          estimate, make};
}

}  // namespace plumbline
