#include "reference/engines/stated/stated.hpp"

#include <algorithm>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/constants.hpp"
#include "reference/arithmetic/contradiction.hpp"
#include "reference/engines/engine.hpp"
#include "reference/engines/profile_slopes.hpp"
#include "reference/engines/stated/test_bounds.hpp"
#include "reference/engines/stated/test_search.hpp"
#include "reference/engines/stated/tight_test.hpp"
#include "reference/engines/trivial_bounds.hpp"

namespace plumbline {
namespace {

using stated::FoundTest;
using stated::PromisedOrder;
using stated::Test;
using stated::TightOrder;

/// Returns candidates of one or two orders at which the promise may be tight at the best test, the most likely first.
std::vector<std::vector<TightOrder>> choices(const FoundTest& found) {
  constexpr double kNearlyTight = 1e-3;
  constexpr size_t kLeast = 2, kMost = 4;
  std::vector<TightOrder> near;
  for (const TightOrder& order : found.tight) {
    const bool close = order.room < kNearlyTight || near.size() < kLeast;
    if (close && near.size() < kMost) near.push_back(order);
  }
  std::vector<std::vector<TightOrder>> out;
  for (const TightOrder& order : near) out.push_back({order});
  for (size_t i = 0; i < near.size(); ++i) {
    for (size_t j = 0; j < i; ++j) out.push_back({near[j], near[i]});
  }
  return out;
}

// BOUND(PROMISED-SAMPLE)
// Statement.  Let D(e) be the supremum of the hockey-stick divergence H(Q||P) at e^e over a class of pairs. Consider
//             the subsampled pairs (P, (1-p) P + p Q). Their largest delta at t is p D(e) with e = log((e^t - 1 +
//             p)/p) if e^t > 1 - p, and 1 - e^t otherwise.
// Needs.      0 < p < 1.
// Proof.      (1-p) P + p Q - e^t P = p (Q - e^e P) as measures, so the positive part has p times the mass of that of
//             Q - e^e P. If e^t <= 1 - p, (1-p) P + p Q - e^t P is a nonnegative measure of mass 1 - e^t. The factor p
//             does not depend on the pair, so that the supremum over the class is p times its supremum at e.
// Source.     Balle, Barthe, Gaboardi 2018 (privacy amplification by subsampling), Theorem 1.

/// Computes answers for the class of all mechanisms that satisfy a promise, subsampled or not, from the best test
/// that the promise permits.
class Stated final : public Engine {
 public:
  explicit Stated(const Composition& composition)
      : promise_(*composition.factors().front().mechanism->offer<RenyiPromise>()) {}

  std::string name() const override { return "stated"; }
  std::string explain() const override { return "stated: the best test that the guarantee allows"; }
  NamedTexts parameters() const override { return {{"bits", std::to_string(bits_)}}; }

  Enclosure answer(Question question, const Real& t, const Effort& effort) override {
    if (question == Question::delta || question == Question::one_minus_delta ||
        question == Question::excess) {
      return with_budget(profile(question, t, effort));
    }
    Effort sharper = effort;
    sharper.digits = 2 * effort.digits + 4;
    const std::vector<Rational> steps{power(Rational(1, 10), effort.digits + 2)};
    const Ball found = tail_by_slopes(
        question, t, steps, [&](Question q, const Real& at) { return profile(q, at, sharper); });
    return with_budget(clipped(question, found, t));
  }

 private:
  static Enclosure with_budget(const Ball& value) {
    return {value, {UpperBound(), UpperBound(), UpperBound(), value.radius()}};
  }

  /// Returns the answer about the profile. The precision is doubled until the digits are reached.
  Ball profile(Question question, const Real& t, const Effort& effort) {
    constexpr long kMostBits = 1L << 14;
    Bits p = bits_for_digits(3 * effort.digits) + 160;
    Ball best = clipped(question, Ball::indeterminate(p), t);
    try {
      for (; p.n <= kMostBits; p = Bits{2 * p.n}) {
        bits_ = p.n;
        const Ball value = clipped(question, of_profile(question, t(p), effort), t);
        best = common(best, value, "an answer by stated at two precisions");
        if (effort.suffices(best)) break;
      }
    } catch (const Interrupted&) {
    }
    return best;
  }

  /// Returns the answer for the class, subsampled if the promise says so: PROMISED-SAMPLE.
  Ball of_profile(Question question, const Ball& t, const Effort& effort) {
    if (!promise_.is_sampled()) return of_class(question, t, effort);
    const Bits bits = t.precision();
    const Ball p(promise_.sampled, bits), rest = Ball(kOne - promise_.sampled, bits);
    const Ball above = exp(t) - rest;
    if (certainly_at_most(above, Ball(bits))) {
      return question == Question::delta             ? -expm1(t)
             : question == Question::one_minus_delta ? exp(t)
                                                     : Ball(bits);
    }
    if (!certainly_positive(above)) return Ball::indeterminate(bits);
    const Ball there =
        bound_number<"PROMISED-SAMPLE">(p * of_class(question, log(above / p), effort));
    return question == Question::one_minus_delta ? rest + there : there;
  }

  /// Returns the answer for the class without subsampling. The region of permitted tests is invariant under (x, y) ->
  /// (1 - y, 1 - x). So delta is equal for (P, Q) and (Q, P), and delta(-t) = 1 - e^-t + e^-t delta(t).
  Ball of_class(Question question, const Ball& t, const Effort& effort) {
    const bool negative = certainly_negative(t);
    const Ball there = gain(negative ? -t : t, effort), factor = exp(t);
    const Ball one = Ball::integer(1, t.precision());
    switch (question) {
      case Question::delta:
        return negative ? factor * there - expm1(t) : there;
      case Question::one_minus_delta:
        return negative ? factor * (one - there) : one - there;
      default:
        return negative ? factor * there : there + expm1(t);
    }
  }

  /// Encloses the largest y - e^t x. A test that the promise permits is the lower bound; tangents to the region of
  /// permitted tests give the upper bound.
  Ball gain(const Ball& t, const Effort& effort) {
    const auto same = [&](const KnownGain& known) {
      return known.digits >= effort.digits && known.log_enough == effort.log_enough &&
             known.t.precision().n == t.precision().n && known.t.contains(t) && t.contains(known.t);
    };
    const auto known = std::find_if(known_.begin(), known_.end(), same);
    if (known != known_.end()) return known->gain;
    const Ball found = searched_gain(t, effort);
    constexpr size_t kMostKnown = 8;
    if (known_.size() >= kMostKnown) known_.erase(known_.begin());
    known_.push_back({t, effort.digits, effort.log_enough, found});
    return found;
  }

  Ball searched_gain(const Ball& t, const Effort& effort) {
    const Bits p = t.precision();
    const double place = t.approximate();
    if (!near_ || near_->first != place) near_ = {place, stated::best_test(promise_, place)};
    const FoundTest& found = near_->second;
    Ball low(p), high = Ball::integer(1, p);
    for (const std::vector<TightOrder>& tight : choices(found)) {
      effort.poll();
      const auto exact = stated::tight_test(promise_, found, tight, t, p);
      if (!exact) continue;
      const Ball inward = exp(Ball::integer(-p.n / 3, p)) * 16;
      const Test inside{exact->test.u, (exact->test.v - inward).midpoint()};
      const auto below = stated::gain_of_test(promise_, inside, moving(*exact, found, p), t, p);
      const auto above = stated::gain_above(promise_, exact->test, exact->tight, t, p);
      if (below) low = max(low, below->lower());
      if (above) high = min(high, above->upper());
      if (effort.suffices(Ball::hull(low, high))) break;
    }
    if (certainly_less(high, low)) {
      throw Contradiction("the best test against a guarantee lies above the bound of all tests");
    }
    return Ball::hull(low, high);
  }

  /// Returns the orders at which the promise is tightest, in both directions.
  std::vector<PromisedOrder> moving(const stated::TightTest& exact, const FoundTest& found,
                                    Bits p) const {
    std::vector<PromisedOrder> out = exact.tight;
    for (const TightOrder& order : found.tight) {
      if (!order.moving) continue;
      const Ball a = Ball::from_binary64(order.order, p);
      out.push_back({order.mirrored, true, a, a});
    }
    return out;
  }

  /// An earlier answer, cached because tails query delta and its complements at the same thresholds.
  struct KnownGain {
    Ball t;
    int digits;
    double log_enough;
    Ball gain;
  };

  RenyiPromise promise_;
  long bits_ = 0;
  std::vector<KnownGain> known_;
  std::optional<std::pair<double, FoundTest>> near_;  ///< the best test at a threshold, in doubles
};

std::string refusal(const Composition& composition) {
  const bool one =
      composition.single() && composition.factors().front().mechanism->offer<RenyiPromise>();
  return one ? "" : "it covers guarantees on Renyi divergences alone, such as zcdp and rdp";
}

Estimate estimate(const Composition&) { return {0.01, "a convex program in two numbers"}; }

std::unique_ptr<Engine> make(const Composition& composition) {
  return std::make_unique<Stated>(composition);
}

}  // namespace

EngineEntry stated_entry() {
  return {"stated", "a guarantee on Renyi divergences: the best test that it allows", refusal,
          estimate, make};
}

}  // namespace plumbline
