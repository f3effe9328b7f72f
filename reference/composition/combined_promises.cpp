#include "reference/composition/combined_promises.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>

#include "reference/arithmetic/bound.hpp"
#include "reference/composition/infinite_losses.hpp"
#include "reference/composition/renyi_curve.hpp"
#include "reference/mechanisms/capabilities.hpp"
#include "reference/mechanisms/guarantees/guarantees.hpp"
#include "reference/mechanisms/guarantees/renyi_promise.hpp"

namespace plumbline {
namespace {

bool is_loss_free(const DominatingPair& pair) {
  const auto largest = pair.largest_loss(), smallest = pair.smallest_loss();
  return largest && smallest && largest->is_known_as(Rational(0)) &&
         smallest->is_known_as(Rational(0));
}

/// Returns the Renyi promise that a factor states, or for a Gaussian pair the promise that it satisfies at every order;
/// nothing for other factors.
std::optional<RenyiPromise> promise_of(const Factor& factor) {
  const DominatingPair& pair = *factor.mechanism;
  const Rational& N = factor.count;
  if (auto promise = pair.offer<RenyiPromise>()) {
    promise->rho = promise->rho * N, promise->xi = promise->xi * N;
    for (Rational& bound : promise->bounds) bound = bound * N;
    return promise;
  }
  const auto mu2 = gaussian_mu_squared(pair);
  if (!mu2) return std::nullopt;
  return RenyiPromise{*mu2 * N / Rational(2), Rational(0), {}, {}};
}

/// Returns the promise that two mechanisms satisfy together: at every order, or at the common orders.
RenyiPromise together(const RenyiPromise& a, const RenyiPromise& b) {
  if (a.at_every_order() && b.at_every_order()) return {a.rho + b.rho, a.xi + b.xi, {}, {}};
  if (a.at_every_order()) return together(b, a);
  RenyiPromise out;
  for (size_t i = 0; i < a.orders.size(); ++i) {
    const Rational& order = a.orders[i];
    if (b.at_every_order()) {
      if (!proved<"PROMISES-COMPOSED">(order >= Rational(1))) continue;
      out.orders.push_back(order);
      out.bounds.push_back(a.bounds[i] + b.xi + b.rho * order);
      continue;
    }
    const auto same = std::find(b.orders.begin(), b.orders.end(), order);
    if (same == b.orders.end()) continue;
    out.orders.push_back(order);
    out.bounds.push_back(a.bounds[i] + b.bounds[static_cast<size_t>(same - b.orders.begin())]);
  }
  if (!out.orders.empty()) return out;
  throw std::invalid_argument(
      "two rdp guarantees without an order in common do not compose: Renyi divergences add up "
      "order by order; "
      "state both at the same orders");
}

/// Returns the promise plus the divergences of a factor with known distribution, at those orders of the promise at
/// which the divergences are known.
RenyiPromise with_known_law(const RenyiPromise& promise, const Factor& factor,
                            const std::string& beside) {
  const DominatingPair& pair = *factor.mechanism;
  RenyiPromise out;
  const bool every = promise.at_every_order();
  const std::vector<Rational>& orders = every ? orders_beside() : promise.orders;
  for (size_t i = 0; i < orders.size(); ++i) {
    const auto D = renyi_at_most(pair, orders[i]);
    if (!D) continue;
    const Rational bound = every ? promise.xi + promise.rho * orders[i] : promise.bounds[i];
    out.orders.push_back(orders[i]);
    out.bounds.push_back(bound + *D * factor.count);
  }
  if (!out.orders.empty()) return out;
  throw std::invalid_argument(
      pair.expression() + " does not compose with " + beside +
      ": Renyi divergences add up order by order, and at the orders above 1 of " + beside +
      " the divergences of " + pair.expression() +
      " are infinite or unknown; state its guarantee as zcdp(rho=...) or "
      "rdp(orders=[...],bounds=[...])");
}

[[noreturn]] void refuse_sampled(const std::string& expression) {
  throw std::invalid_argument(
      expression +
      " does not compose: the amplification of Renyi divergences by Poisson sampling depends on "
      "the mechanism, and a guarantee covers one run alone; write the guarantee of one run, such "
      "as profile(epsilons=[...],deltas=[...]) from plumbline convert, or the mechanism itself");
}

}  // namespace

// BOUND(PROMISES-COMPOSED)
// Statement.  Let mechanisms with D_a <= r_i(a), in both directions and for all earlier outputs, run on the same data
//             one after the other. Their composition has D_a <= sum_i r_i(a) at each order a at which all r_i are
//             known. The known r_i(a) are: xi + rho a at a >= 1; a mu^2/2 for a Gaussian pair of mean mu; the listed
//             bounds at the listed orders; for a mechanism of known law, the divergences of its dominating pair.
// Needs.      The order is at least 1 if a promise is stated only for a >= 1: checked here.
// Proof.      Consider two mechanisms, where the second runs with the output of the first known. Their D_a is at most
//             the sum of the bounds: in E_P[e^{a L}] integrate over the second output first. A dominating pair has
//             the larger profile. For a > 1, e^{a L} is an integral of (e^L - e^t)_+ over t with positive weights;
//             hence the dominating pair has the larger D_a, by continuity also for a = 1. A promise at some orders
//             follows from a promise at more orders.
// Source.     Mironov 2017, Proposition 1; Bun, Steinke 2016, Lemma 2.3.
std::vector<Factor> with_combined_promises(const std::vector<Factor>& factors) {
  const auto known = std::find_if(factors.begin(), factors.end(), [](const Factor& f) {
    return f.mechanism->offer<RenyiPromise>().has_value();
  });
  if (known == factors.end()) return factors;
  const bool infinite = std::any_of(factors.begin(), factors.end(), [](const Factor& f) {
    return f.mechanism->offer<InfiniteLosses>().has_value();
  });
  if (infinite) return factors;
  if (factors.size() == 1 && known->count == Rational(1)) return factors;
  const std::string name = known->mechanism->expression();
  const auto sampled = std::find_if(factors.begin(), factors.end(), [](const Factor& f) {
    const auto promise = f.mechanism->offer<RenyiPromise>();
    return promise && promise->is_sampled();
  });
  if (sampled != factors.end()) refuse_sampled(sampled->mechanism->expression());
  std::optional<RenyiPromise> sum;
  std::string expression;
  for (const Factor& f : factors) {
    const std::optional<RenyiPromise> one = promise_of(f);
    expression += (expression.empty() ? "" : " * ") + f.mechanism->expression() +
                  (f.count == Rational(1) ? "" : "^" + f.count.text());
    if (one) sum = sum ? together(*sum, *one) : *one;
  }
  for (const Factor& f : factors) {
    if (!promise_of(f) && !is_loss_free(*f.mechanism)) sum = with_known_law(*sum, f, name);
  }
  return {{mechanism_of_promise(*sum, expression), Rational(1), known->hypotheses}};
}

void require_one_pair(const Composition& composition, const std::string& lacks) {
  const FiniteLosses losses = finite_losses(composition);
  if (!losses.conditional) return;
  for (const Factor& f : losses.conditional->factors()) {
    if (!f.mechanism->offer<RenyiPromise>()) continue;
    throw std::invalid_argument(
        composition.expression() +
        " stands for many mechanisms, and none of them has its whole curve: it has " + lacks +
        "; take one of them, such as gaussian(sigma2=...) with sigma2 = 1/(2 rho)");
  }
}

}  // namespace plumbline
