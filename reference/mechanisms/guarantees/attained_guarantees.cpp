/// Guarantees that one pair attains: gdp, dp, pure_dp, profile and tradeoff.
#include <algorithm>
#include <functional>
#include <memory>
#include <stdexcept>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/constants.hpp"
#include "reference/mechanisms/finite/finite_mechanisms.hpp"
#include "reference/mechanisms/finite/finite_pair.hpp"
#include "reference/mechanisms/gaussian/gaussian.hpp"
#include "reference/mechanisms/guarantees/group_guarantee.hpp"
#include "reference/mechanisms/guarantees/guarantees.hpp"
#include "reference/mechanisms/guarantees/real_guarantees.hpp"
#include "reference/mechanisms/guarantees/stated_profile.hpp"
#include "reference/mechanisms/hypotheses/pair_facts.hpp"
#include "reference/mechanisms/pair_with_infinities.hpp"
#include "reference/mechanisms/parameters.hpp"
#include "reference/mechanisms/recorded_form.hpp"

namespace plumbline {
namespace {

Mechanism make_gdp(const Parameters& q) {
  const Rational& mu = q.at("mu");
  if (mu.sign() < 0) throw std::invalid_argument("mu must be at least 0, got " + mu.text());
  const Rational all = group_mu(mu, guarantee_group(q));
  const std::string name = with_neighbours("gdp(mu=" + mu.text(), q);
  if (all.is_zero()) return zero_loss(name);
  return std::make_shared<Gaussian>(all * all, name);
}

}  // namespace

std::string numbers_text(const std::vector<Rational>& values) {
  std::string out;
  for (const Rational& x : values) out += (out.empty() ? "[" : ",") + x.text();
  return out + "]";
}

Mechanism renamed(const Mechanism& pair, const std::string& name) {
  if (const auto infinite = pair->offer<InfiniteLosses>()) {
    return std::make_shared<PairWithInfinities>(*infinite, name, pair->identity());
  }
  const std::vector<LossAtom>& atoms = *pair->atoms();
  if (atoms.size() == 1) return zero_loss(name);
  return std::make_shared<FinitePair>(atoms, name, pair->identity());
}

namespace {

Mechanism make_dp(const Parameters& q) {
  const auto given = q.find("delta");
  const Rational delta = given == q.end() ? kZero : given->second, epsilon = q.at("epsilon");
  const std::string text = delta.is_zero() ? "" : ",delta=" + delta.text();
  return group_dp(epsilon, delta, guarantee_group(q),
                  with_neighbours("dp(epsilon=" + epsilon.text() + text, q));
}

Mechanism make_pure_dp(const Parameters& q) {
  const Rational epsilon = q.at("epsilon");
  return group_dp(epsilon, kZero, guarantee_group(q),
                  with_neighbours("pure_dp(epsilon=" + epsilon.text(), q));
}

// BOUND(TRADEOFF-POINTS)
// Statement.  Let 0 = a_0 < ... < a_m <= 1 and 1 >= b_0 > ... > b_m = 0 with b_i <= 1 - a_i. Let the points (a_i, b_i)
//             be convex: the slopes s_i = (b_{i-1} - b_i)/(a_i - a_{i-1}) do not increase with i. Let g be the
//             function that is linear between the points (a_i, b_i) and 0 from a_m on. Then the pair P = (0, a_1 -
//             a_0, ..., a_m - a_{m-1}, 1 - a_m), Q = (1 - b_0, b_0 - b_1, ..., b_{m-1} - b_m, 0) has the trade-off
//             function g. The pair dominates all mechanisms whose trade-off function is at least g.
// Needs.      The points are ordered and convex: checked here.
// Proof.      The likelihood ratios Q/P of the outputs are infinite, s_1, ..., s_m and 0, in decreasing order. By the
//             lemma of Neyman and Pearson the best tests reject the first outputs in this order, the last of these
//             with some probability. The errors of these tests are the points (a_i, b_i) and the points on the chords
//             between them. A pair whose trade-off function is at most that of a mechanism dominates it (Blackwell
//             1953).
// Source.     Dong, Roth, Su 2022, Proposition 1 (every convex f at most 1 - alpha is a trade-off function).

/// Throws unless the points are those of a trade-off function. They must extend from type I error 0 to a type I error
/// at which the function is 0.
void check_tradeoff(const std::vector<Rational>& alphas, const std::vector<Rational>& betas) {
  const auto fail = [](const std::string& why) { throw std::invalid_argument(why); };
  if (alphas.size() != betas.size() || alphas.size() < 2) {
    fail("alphas and betas need the same number of entries, two at least, got " +
         std::to_string(alphas.size()) + " and " + std::to_string(betas.size()));
  }
  if (!alphas.front().is_zero()) fail("alphas must begin at 0, got " + alphas.front().text());
  if (!betas.back().is_zero()) fail("betas must end at 0, got " + betas.back().text());
  if (betas.front() > kOne) fail("betas must be at most 1, got " + betas.front().text());
  if (alphas.back() > kOne) fail("alphas must be at most 1, got " + alphas.back().text());
  for (size_t i = 1; i < alphas.size(); ++i) {
    if (!(alphas[i - 1] < alphas[i])) fail("alphas must rise, got " + alphas[i].text());
    if (!(betas[i] < betas[i - 1])) fail("betas must fall, got " + betas[i].text());
    if (betas[i] > kOne - alphas[i]) {
      fail("beta must be at most 1 - alpha, got " + betas[i].text() + " at " + alphas[i].text());
    }
    if (i < 2) continue;
    const Rational before = (betas[i - 2] - betas[i - 1]) / (alphas[i - 1] - alphas[i - 2]);
    const Rational here = (betas[i - 1] - betas[i]) / (alphas[i] - alphas[i - 1]);
    if (!proved<"TRADEOFF-POINTS">(!(before < here))) {
      fail("the points must be convex, and the one at alpha = " + alphas[i - 1].text() +
           " is above the chord of its neighbours; leave it out");
    }
  }
}

// Returns the pair of TRADEOFF-POINTS.
Mechanism make_tradeoff(const Parameters& q) {
  const auto &alphas = q.lists.at("alphas"), &betas = q.lists.at("betas");
  check_tradeoff(alphas, betas);
  std::vector<Rational> P{kZero}, Q{kOne - betas.front()};
  for (size_t i = 1; i < alphas.size(); ++i) {
    P.push_back(alphas[i] - alphas[i - 1]);
    Q.push_back(betas[i - 1] - betas[i]);
  }
  P.push_back(kOne - alphas.back());
  Q.push_back(kZero);
  require_one_record(q, "tradeoff");
  return renamed(finite_pair(P, Q), with_neighbours("tradeoff(alphas=" + numbers_text(alphas) +
                                                        ",betas=" + numbers_text(betas),
                                                    q));
}

PairFacts guarantee_facts(const std::string& because) {
  return {PairDominance::both, "any, of all mechanisms with this guarantee", because};
}

/// Returns the facts of a pair that dominates, and that is attained for one record but not known to be attained for a
/// group.
PairFacts dp_facts() {
  PairFacts out = guarantee_facts("Kairouz, Oh, Viswanath 2015");
  out.dominance_of = [](const WrittenFactor& factor) {
    return dominance_of_group(factor, PairDominance::both);
  };
  return out;
}

// PROOF(PARAMETER-ORDER) mu of gdp, epsilon and delta of dp and pure_dp, also of groups
//             A larger parameter is a weaker guarantee, which more mechanisms satisfy. Hence f of the pair that
//             attains the worst of these mechanisms does not increase.
std::optional<ParameterOrder> order_of_guarantee(const std::string& parameter, const Parameters&) {
  if (parameter == "mu") return ParameterOrder::size();
  if (parameter == "epsilon") return ParameterOrder{false, kZero, std::nullopt, true};
  if (parameter == "delta") return ParameterOrder{false, kZero, kOne, true, true};
  return std::nullopt;
}

MechanismEntry dp_entry() {
  return {
      .name = "dp",
      .required = {"epsilon"},
      .optional = {"delta", "relation", "group"},
      .summary =
          "all mechanisms with (epsilon, delta)-DP: approximate_dp, with delta = 0 unless given",
      .make = make_dp,
      .order = order_of_guarantee,
      .words = {"relation"},
      .symmetric = always_symmetric,
      .whole = {"group"},
      .facts = dp_facts(),
      .make_real = dp_of_reals,
      .guarantee = [](const Parameters& q) {
        require_one_record(q, "dp with a total variation");
        const auto delta = q.find("delta");
        return Guarantee{q.at("epsilon"), delta == q.end() ? kZero : delta->second};
      }};
}

MechanismEntry pure_dp_entry() {
  return {.name = "pure_dp",
          .required = {"epsilon"},
          .optional = {"relation", "group"},
          .summary = "all mechanisms with epsilon-DP",
          .make = make_pure_dp,
          .order = order_of_guarantee,
          .words = {"relation"},
          .symmetric = always_symmetric,
          .whole = {"group"},
          .facts = dp_facts(),
          .make_real = dp_of_reals,
          .guarantee = [](const Parameters& q) {
            require_one_record(q, "pure_dp with a total variation");
            return Guarantee{q.at("epsilon"), kZero};
          }};
}

MechanismEntry gdp_guarantee_entry() {
  return {.name = "gdp",
          .required = {"mu"},
          .optional = {"relation", "group"},
          .summary = "all mechanisms with mu-GDP: gaussian(sigma=1/mu)",
          .make = make_gdp,
          .order = order_of_guarantee,
          .words = {"relation"},
          .symmetric = always_symmetric,
          .recorded = {{.kind = "gdp", .fields = {{"mu", "mu"}}, .any_neighbours = true}},
          .whole = {"group"},
          .facts = guarantee_facts("by definition; Dong, Roth, Su 2022")};
}

MechanismEntry profile_entry() {
  return {.name = "profile",
          .required = {"epsilons", "deltas"},
          .optional = {"relation", "group"},
          .summary = "all mechanisms with (epsilon, delta)-DP for each epsilon of a list",
          .make = stated_profile,
          .lists = {"epsilons", "deltas"},
          .words = {"relation"},
          .symmetric = always_symmetric,
          .whole = {"group"},
          .facts = guarantee_facts("the largest convex profile at most all points"),
          .make_real = stated_profile_of_reals};
}

MechanismEntry tradeoff_guarantee_entry() {
  return {.name = "tradeoff",
          .required = {"alphas", "betas"},
          .optional = {"relation", "group"},
          .summary =
              "all mechanisms with f at least the interpolation of points, from alpha = 0 to f = 0",
          .make = make_tradeoff,
          .lists = {"alphas", "betas"},
          .words = {"relation"},
          .whole = {"group"},
          .facts = guarantee_facts("by definition; Blackwell 1953"),
          .make_real = tradeoff_of_reals};
}

}  // namespace

std::vector<MechanismEntry> attained_mechanism_entries() {
  return {gdp_guarantee_entry(), dp_entry(), pure_dp_entry(), profile_entry(),
          tradeoff_guarantee_entry()};
}

std::vector<MechanismEntry> guarantee_mechanism_entries() {
  std::vector<MechanismEntry> out = attained_mechanism_entries();
  for (MechanismEntry& entry : promise_mechanism_entries()) out.push_back(std::move(entry));
  return out;
}

}  // namespace plumbline
