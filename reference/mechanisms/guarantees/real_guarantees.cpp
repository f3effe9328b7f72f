#include "reference/mechanisms/guarantees/real_guarantees.hpp"

#include <stdexcept>

#include "reference/arithmetic/constants.hpp"
#include "reference/mechanisms/between_pairs.hpp"
#include "reference/mechanisms/finite/finite_reals.hpp"
#include "reference/mechanisms/guarantees/group_guarantee.hpp"
#include "reference/mechanisms/guarantees/guarantees.hpp"
#include "reference/mechanisms/guarantees/renyi_promise.hpp"
#include "reference/mechanisms/guarantees/stated_profile.hpp"
#include "reference/mechanisms/pair_with_infinities.hpp"
#include "reference/mechanisms/real_numbers.hpp"

namespace plumbline {
namespace {

void require_rising(const std::string& name, const NumberSum& low, const NumberSum& high) {
  if (is_less(low.value(), high.value())) return;
  throw std::invalid_argument(name + ", got " + low.text() + " and " + high.text());
}

/// Returns minus the slope of the chord between the points i-1 and i.
Real slope(const RealNumbers& q, size_t i) {
  const auto &alphas = q.lists.at("alphas"), &betas = q.lists.at("betas");
  return (betas[i - 1] - betas[i]).value() / (alphas[i] - alphas[i - 1]).value();
}

/// Throws unless the points are those of a trade-off function. They must extend from type I error 0 to a type I error
/// at which the function is 0.
void check_points(const RealNumbers& q) {
  const auto &alphas = q.lists.at("alphas"), &betas = q.lists.at("betas");
  if (alphas.size() != betas.size() || alphas.size() < 2) {
    throw std::invalid_argument("alphas and betas need the same number of entries, two at least");
  }
  if (!alphas.front().is_known_as(kZero)) throw std::invalid_argument("alphas must begin at 0");
  if (!betas.back().is_known_as(kZero)) throw std::invalid_argument("betas must end at 0");
  require_probability("alphas", alphas.back().value());
  require_probability("betas", betas.front().value());
  for (size_t i = 1; i < alphas.size(); ++i) {
    require_rising("alphas must rise", alphas[i - 1], alphas[i]);
    require_rising("betas must fall", betas[i], betas[i - 1]);
    if (is_less(Real(kOne), (alphas[i] + betas[i]).value())) {
      throw std::invalid_argument("beta must be at most 1 - alpha, got " + betas[i].text() +
                                  " at " + alphas[i].text());
    }
    if (i >= 2 && is_less(slope(q, i - 1), slope(q, i))) {
      throw std::invalid_argument(
          "the points must be convex, and the one at alpha = " + alphas[i - 1].text() +
          " is above the chord of its neighbours; leave it out");
    }
  }
}

/// Returns the parameters with a rational bound in place of each irrational number. If more_private, every bound makes
/// the mechanism more private, otherwise less private.
Parameters at_end(const RealNumbers& q, bool more_private) {
  Parameters out = q.rest;
  for (const auto& [name, value] : q.numbers) {
    const auto [low, high] = rational_ends(value);
    out.insert_or_assign(name, more_private ? low : high);
  }
  for (const auto& [name, values] : q.lists) {
    std::vector<Rational> ends;
    for (const NumberSum& x : values) {
      const auto [low, high] = rational_ends(x.value());
      ends.push_back(more_private == (name == "orders") ? high : low);
    }
    out.lists.insert_or_assign(name, ends);
  }
  return out;
}

/// Returns a pair that lies between the pairs of two promises with rational numbers, one more private and one less
/// private.
Mechanism promise_between(const RealNumbers& q, Mechanism (*make)(const Parameters&)) {
  return pair_between_ends({make(at_end(q, true)), make(at_end(q, false))}, q.expression);
}

}  // namespace

Mechanism dp_of_reals(const RealNumbers& q) {
  if (!(guarantee_group(q.rest) == kOne)) return nullptr;
  return approximate_dp_of_reals(q.number("epsilon"), q.number("delta"), q.expression);
}

// Returns the pair of TRADEOFF-POINTS.
Mechanism tradeoff_of_reals(const RealNumbers& q) {
  check_points(q);
  require_one_record(q.rest, "tradeoff");
  const auto &alphas = q.lists.at("alphas"), &betas = q.lists.at("betas");
  std::vector<NumberSum> P{kZero}, Q{NumberSum(kOne) - betas.front()};
  for (size_t i = 1; i < alphas.size(); ++i) {
    P.push_back(alphas[i] - alphas[i - 1]);
    Q.push_back(betas[i - 1] - betas[i]);
  }
  P.push_back(NumberSum(kOne) - alphas.back());
  Q.emplace_back(kZero);
  return finite_pair_of_reals(P, Q, q.expression);
}

// PROOF(PARAMETER-ORDER) rho and xi of zcdp, orders and bounds of rdp, all at once
//             A larger rho, xi or bound is a weaker promise. D_a does not decrease with a, so that a bound at a larger
//             order is a stronger promise. More mechanisms satisfy a weaker promise. Hence f, the lower boundary of
//             the errors of their tests, does not increase.
Mechanism zcdp_of_reals(const RealNumbers& q) {
  RealNumbers of_all = q;
  of_all.numbers.erase("delta0");
  of_all.rest.erase("delta0");
  const Real delta0 = q.number("delta0"), rest = Real(kOne) - delta0;
  if (is_less(delta0, Real(kZero)) || !is_less(Real(kZero), rest)) {
    throw std::invalid_argument("delta0 must be in [0, 1), got " + delta0.text());
  }
  const Mechanism inner = promise_between(of_all, zcdp_of);
  if (delta0.is_known_as(kZero)) return inner;
  require_one_record(q.rest, "zcdp with delta0");
  return std::make_shared<PairWithInfinities>(InfiniteLosses{rest, rest, inner, true}, q.expression,
                                              inner->identity() + " infinite=" + delta0.text());
}

Mechanism rdp_of_reals(const RealNumbers& q) { return promise_between(q, rdp_of); }

}  // namespace plumbline
