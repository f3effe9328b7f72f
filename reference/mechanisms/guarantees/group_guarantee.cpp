#include "reference/mechanisms/guarantees/group_guarantee.hpp"

#include <stdexcept>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/constants.hpp"
#include "reference/mechanisms/expression.hpp"
#include "reference/mechanisms/finite/finite_mechanisms.hpp"
#include "reference/mechanisms/group.hpp"
#include "reference/mechanisms/guarantees/stated_profile.hpp"
#include "reference/mechanisms/pair_with_infinities.hpp"
#include "reference/mechanisms/parameters.hpp"

namespace plumbline {
namespace {

constexpr long kMostGroup = 1000;

const char* const kNoRule =
    ": no group rule is proved for it; state the guarantee of the group itself";

}  // namespace

// BOUND(GROUP-GUARANTEE)
// Statement.  Let x_0, ..., x_k be data sets such that x_{i-1} and x_i are neighbours for each i. D_a is the Renyi
//             divergence of order a between the output laws of a mechanism. If the mechanism satisfies, for all
//             neighbours and in both directions,
//               - D_a <= xi + rho a at every order a >= 1, then D_a of x_0 and x_k is at most xi k (1 + 1/2 + ... +
//                 1/k) + k^2 rho a;
//               - mu-GDP, then x_0 and x_k satisfy k mu-GDP, and Gaussian noise attains this for all alpha;
//               - (epsilon, delta)-DP, then x_0 and x_k satisfy (k epsilon, delta (1 + e^epsilon + ... + e^((k-1)
//                 epsilon)))-DP.
// Needs.      (a) This file decides whether the group is one record. The caller ensures that the promise holds at
//             every order. (b) epsilon >= 0 and 0 <= delta <= 1: checked here, by approximate_dp.
// Proof.      First claim. Let P, Q and R be the output laws of x_0, x_{k-1} and x_k, a > 1 and 1/p + 1/q = 1.
//             Hoelder's inequality for P^a R^(1-a) = [P^a Q^(1/p-a)] [Q^(a-1/p) R^(1-a)] gives
//                 D_a(P||R) <= (a - 1/p)/(a - 1) D_{pa}(P||Q) + D_{q(a-1/p)}(Q||R).
//             Choose p with p a = (k a - 1)/(k - 1). Then the factor is k a/(k a - 1) and the second order is k a. Let
//             xi' = xi (k-1) (1 + ... + 1/(k-1)). By induction the right side is at most k a/(k a - 1) (xi' + (k-1)^2
//             rho (k a - 1)/(k - 1)) + xi + rho k a = k^2 rho a + xi + xi' k a/(k a - 1). The claim follows from k
//             a/(k a - 1) <= k/(k-1). Order 1 is the limit from above.
//             Second claim. The bound is Theorem 2.14 of Dong, Roth, Su 2022, where f is a shift by mu. A sum that
//             each of k records changes by mu standard deviations attains it.
//             Third claim. Let Q_i be the output law of x_i. Apply Q_i(E) <= e^epsilon Q_{i-1}(E) + delta for i = k,
//             ..., 1.
// Source.     Bun, Steinke 2016, Proposition 27 and Lemma 34; Dwork, Roth 2014, Theorem 2.2 and Vadhan 2017, Lemma 2.2.

RenyiPromise group_promise(const RenyiPromise& promise, const Rational& group) {
  if (proved<"GROUP-GUARANTEE">(group == kOne)) return promise;
  RenyiPromise out = promise;
  Rational harmonic(0);
  for (Rational i(1); i <= group; i = i + kOne) harmonic = harmonic + kOne / i;
  out.rho = promise.rho * group * group;
  out.xi = promise.xi * group * harmonic;
  return out;
}

Rational group_mu(const Rational& mu, const Rational& group) {
  return proved<"GROUP-GUARANTEE">(group == kOne) ? mu : mu * group;
}

Mechanism group_dp(const Rational& epsilon, const Rational& delta, const Rational& group,
                   const std::string& expression) {
  const Mechanism one_record = approximate_dp(epsilon, delta);  // throws if (b) above is violated
  if (proved<"GROUP-GUARANTEE">(group == kOne)) return renamed(one_record, expression);
  if (delta.is_zero()) return renamed(approximate_dp(epsilon * group, delta), expression);
  if (epsilon.is_zero()) {
    const Rational all = delta * group;
    return renamed(approximate_dp(epsilon, all < kOne ? all : kOne), expression);
  }
  const auto sum = [epsilon, delta, group](Bits p) {
    const Ball one(epsilon, p + 64);
    return Ball(delta, p + 64) * expm1(one * Ball(group, p + 64)) / expm1(one);
  };
  constexpr long kMostBits = 1L << 14;
  for (Bits p{128}; p.n <= kMostBits; p = Bits{2 * p.n}) {
    const Ball one = Ball::integer(1, p), at = sum(p);
    if (certainly_at_most(one, at)) return renamed(approximate_dp(epsilon, kOne), expression);
    if (!certainly_less(at, one)) continue;
    const Real finite([sum](Bits b) { return (Ball::integer(1, b) - sum(b)).at(b); });
    const Mechanism inner = renamed(approximate_dp(epsilon * group, kZero), expression);
    return std::make_shared<PairWithInfinities>(
        InfiniteLosses{finite, finite, inner, true}, expression,
        inner->identity() + " group=" + group.text() + " of delta=" + delta.text());
  }
  throw std::invalid_argument("delta of the group is too close to 1; change delta");
}

Rational guarantee_group(const Parameters& parameters) { return group_of(parameters, kMostGroup); }

void require_one_record(const Parameters& parameters, const std::string& guarantee) {
  const Rational group = guarantee_group(parameters);
  if (!(group == kOne)) {
    throw std::invalid_argument("group=" + group.text() + " of " + guarantee + kNoRule);
  }
}

PairDominance dominance_of_group(const WrittenFactor& factor, PairDominance of_one) {
  const auto group = factor.parameters.find("group");
  const bool one = group == factor.parameters.end() || group->second == kOne;
  return one ? of_one : PairDominance::dominating;
}

std::string with_neighbours(const std::string& inside, const Parameters& q) {
  static const std::vector<std::string> known = [] {
    std::vector<std::string> out = noise_relations();
    for (const char* more : {"add", "remove", "any"}) out.emplace_back(more);
    return out;
  }();
  const std::string word = written_relation_text(q, known);
  return inside + (word == ",relation=any" ? "" : word) + group_text(guarantee_group(q)) + ")";
}

}  // namespace plumbline
