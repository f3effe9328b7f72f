#include "reference/engines/disclosed.hpp"

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/constants.hpp"
#include "reference/engines/engine.hpp"
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
/// Maximum error rates of the guesses; with larger rates the bound is too wide to be useful.
const Rational kMostErrors(1, 1L << 30);

/// A factor whose sampling decision is hidden (the coin), `count` times.
struct CoinFactor {
  HiddenCoin coin;
  Rational count;
};

/// Upper bounds on the probability that a guess is wrong in at least one step.
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

/// Returns the factor with its coin; nothing if the step has no coin or the output does not nearly reveal it.
std::optional<CoinFactor> disclosed(const Factor& factor) {
  const auto coin = factor.mechanism->offer<HiddenCoin>();
  if (!coin) return std::nullopt;
  const CoinFactor out{*coin, factor.count};
  const GuessErrors errors = guess_errors({out}, kHalf, kRough);
  const Ball most(kMostErrors, kRough);
  if (!certainly_less(errors.under_P + errors.under_Q, most)) return std::nullopt;
  return out;
}

/// Returns the pair of the coin alone: the coin is 1 with probability 0 under P and `share` under Q.
Mechanism with_coin_shown(const Rational& share) {
  const std::string text = "finite(P=[1,0],Q=[" + (kOne - share).text() + "," + share.text() + "])";
  return std::make_shared<PairWithInfinities>(
      InfiniteLosses{kOne, kOne - share, perfectly_private()}, text, text);
}

// BOUND(DISCLOSED-COIN)
// Statement.  A hidden subsampling outcome is a pair (P_i, (1-w_i) P_i + w_i R_i), where 0 < w_i < 1 is its share and
//             P_i, R_i are distributions of the output. Its test is a set T_i of outputs: the test guesses R on T_i
//             and P elsewhere. Let M be a product of such steps and of any other pairs. Let U be the same product with
//             each of these steps replaced by the pair of its coin alone. The loss of this pair is log(1-w_i), with
//             mass 1 under P and 1-w_i under Q, or +inf, with mass w_i under Q. Let e_P and e_Q be the sums over these
//             steps
//                 e_P = sum P_i(T_i),   e_Q = sum (1-w_i) P_i(T_i) + w_i R_i(not T_i).
//             Then for every real t
//                 0 <= delta_U(t) - delta_M(t) <= e_Q + e^t e_P.
//             excess_U - excess_M and (1 - delta_M) - (1 - delta_U) are the same difference.
// Needs.      A HiddenCoin has the stated meaning, and `errors` encloses P_i(T_i) and R_i(not T_i): the mechanism. 0
//             < share < 1, and 0 < where < 1 for the tests' parameter `where`: the registry's pairs, and the list of
//             places below. The reversed product is answered at -t.
// Proof.      Reveal the coin and the output of each such step. If the coin is 0, the output has the distribution P_i
//             both with and without the record. So the likelihood ratio of coin and output is that of the coin alone:
//             log(1-w_i) if the coin is 0, and +inf if it is 1, because under P the coin is always 0. Hence the
//             product that reveals coins and outputs has the loss S_U and the profile of U. M is its image under the
//             map that drops the coins, so delta_M <= delta_U.
//
//             For the other inequality let phi be the indicator of S_U > t, a function of the coins c and the outputs
//             y of the other steps: delta_U(t) = E_Q phi(c, y) - e^t E_P phi(c, y). Let c' be the guesses of c by the
//             tests. Then phi(c', y) is a function of the outputs of M, so delta_M(t) >= E_Q phi(c', y) - e^t E_P
//             phi(c', y). Because 0 <= phi <= 1, the difference is at most E_Q[phi(c, y) - phi(c', y)] + e^t
//             E_P[phi(c', y) - phi(c, y)] <= Q(c' != c) + e^t P(c' != c). By union bounds these probabilities are at
//             most e_Q and e_P, because all coins are 0 under P. Finally, excess is delta - 1 + e^t.
// Source.     Data processing and coupling; elementary.

class Disclosed final : public Engine {
 public:
  Disclosed(std::vector<CoinFactor> factors, const Composition& shown)
      : factors_(std::move(factors)), shown_(shown), inner_(plan(shown, "auto")) {}

  std::string name() const override { return "disclosed"; }
  std::string explain() const override {
    return "disclosed: between revealed sampling (" + shown_.expression() +
           ") and guessed sampling; " + inner_->explain();
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
    const UpperBound most = bound<"DISCLOSED-COIN">(UpperBound::of(least_errors(t, p)));
    const Ball gap = Ball::zero_to(most, p);
    Effort sharper = effort;
    sharper.digits += 1;
    // Digits of the inner engine's answer far below the gap would be expensive and would not narrow the enclosure.
    constexpr double kBelowGap = 7;
    sharper.log_enough =
        gap.is_finite() ? gap.upper().log_approximate() - kBelowGap : Effort{}.log_enough;
    const Enclosure shown = inner_->answer(question, t, sharper);
    const Ball value =
        question == Question::one_minus_delta ? shown.value + gap : shown.value - gap;
    ErrorBudget budget = shown.budget;
    budget.truncation = budget.truncation + most;
    return {clipped(question, value, t), budget};
  }

  /// Returns the smallest bound e_Q + e^t e_P of BOUND(DISCLOSED-COIN) among a few tests.
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
  return "it covers subsampling whose outcome the output nearly reveals";
}

Estimate estimate(const Composition&) {
  return {0.05, "the composition with revealed sampling outcomes"};
}

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
  return {"disclosed", "subsampling whose outcome the output nearly reveals; two-sided bounds",
          refusal, estimate, make};
}

}  // namespace plumbline
