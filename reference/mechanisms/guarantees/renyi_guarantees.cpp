/// zcdp and rdp: all mechanisms with a promise about Renyi divergences.
#include <algorithm>
#include <stdexcept>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/constants.hpp"
#include "reference/mechanisms/expression.hpp"
#include "reference/mechanisms/finite/finite_pair.hpp"
#include "reference/mechanisms/group.hpp"
#include "reference/mechanisms/guarantees/group_guarantee.hpp"
#include "reference/mechanisms/guarantees/guarantees.hpp"
#include "reference/mechanisms/guarantees/real_guarantees.hpp"
#include "reference/mechanisms/guarantees/renyi_promise.hpp"
#include "reference/mechanisms/guarantees/stated_profile.hpp"
#include "reference/mechanisms/hypotheses/pair_facts.hpp"
#include "reference/mechanisms/pair_with_infinities.hpp"
#include "reference/mechanisms/parameters.hpp"
#include "reference/mechanisms/recorded_form.hpp"

namespace plumbline {
namespace {

// BOUND(PROMISE-WITHOUT-RHO)
// Statement.  A mechanism has D_a <= xi for all a >= 1 if and only if it satisfies xi-DP. A mechanism has D_a = 0 at
//             an order a > 0 if and only if its output laws do not depend on the record.
// Needs.      rho = 0, or a bound equal to 0: decided here.
// Proof.      D_a does not decrease with a, and its limit is D_inf, the largest loss. Hence D_inf <= xi if and only if
//             D_a <= xi for all a. D_a(P||Q) = 0 at an order a > 0 if and only if P = Q.
// Source.     Van Erven, Harremoes 2014, Theorems 3, 6 and 8; Bun, Steinke 2016, Definition 8.1.
bool is_pure(const RenyiPromise& promise) {
  return proved<"PROMISE-WITHOUT-RHO">(promise.rho.is_zero());
}

bool is_trivial(const RenyiPromise& promise) {
  return proved<"PROMISE-WITHOUT-RHO">(
      std::any_of(promise.bounds.begin(), promise.bounds.end(),
                  [](const Rational& bound) { return bound.is_zero(); }));
}

const char* const kAllPromised = "any, of all mechanisms with these Renyi divergences";
const char* const kPromisedBy =
    "each point of the trade-off curve is that of a mechanism with two outputs (PROMISED-TEST, "
    "PROMISED-TANGENTS)";

// PROOF(PARAMETER-ORDER) rho, xi and delta0 of zcdp
//             A larger rho or xi is a weaker promise, which more mechanisms satisfy. Hence the region of the errors of
//             tests grows, and its lower boundary f does not increase. delta0 mixes the region with the square [0,
//             1]^2, which contains the region.
std::optional<ParameterOrder> order_of_zcdp(const std::string& parameter, const Parameters&) {
  if (parameter == "rho") return ParameterOrder::size();
  if (parameter == "xi") return ParameterOrder{false, kZero, std::nullopt, true};
  if (parameter == "delta0") return ParameterOrder{false, kZero, kOne, true, false};
  return std::nullopt;
}

/// Returns the expression of the Gaussian mechanism with the largest rho that satisfies the promise; empty if this rho
/// is not positive or a parameter is unknown (written ?). This mechanism has D_a = rho a at every order
/// (PROMISED-DIVERGENCE). Hence a composition of such Gaussian mechanisms attains the sums of these divergences,
/// whereas a composition of promises is only an upper bound.
std::string gaussian_member(const WrittenFactor& factor) {
  const Parameters& q = factor.parameters;
  const auto rho = q.find("rho"), group = q.find("group");
  const auto orders = q.lists.find("orders"), bounds = q.lists.find("bounds");
  if (!factor.open.empty()) return "";
  std::optional<Rational> least;
  if (rho != q.end()) least = rho->second;
  if (orders != q.lists.end() && bounds != q.lists.end()) {
    for (size_t i = 0; i < orders->second.size() && i < bounds->second.size(); ++i) {
      const Rational one = bounds->second[i] / orders->second[i];
      if (!least || one < *least) least = one;
    }
  }
  if (!least || least->sign() <= 0) return "";
  return "gaussian(sigma2=" + (kOne / (*least * Rational(2))).text() +
         (group == q.end() ? "" : group_text(group->second)) + ")";
}

/// For a group of several records, the pair dominates, but no mechanisms are known that attain it.
PairFacts promised_facts() {
  PairFacts out{PairDominance::each_point, kAllPromised, kPromisedBy};
  out.dominance_of = [](const WrittenFactor& factor) {
    const auto rho = factor.parameters.find("rho");
    const bool pure = rho != factor.parameters.end() && rho->second.is_zero();
    return dominance_of_group(factor, pure ? PairDominance::both : PairDominance::each_point);
  };
  out.member = gaussian_member;
  return out;
}

MechanismEntry zcdp_entry() {
  return {.name = "zcdp",
          .required = {"rho"},
          .optional = {"xi", "delta0", "relation", "group"},
          .summary = "all mechanisms with D_a <= xi + rho a for all a >= 1, up to mass delta0",
          .make = zcdp_of,
          .order = order_of_zcdp,
          .words = {"relation"},
          .symmetric = always_symmetric,
          .whole = {"group"},
          .facts = promised_facts(),
          .make_real = zcdp_of_reals};
}

std::string recorded_rdp(RecordedFields& record) {
  return "rdp(orders=" + numbers_text(record.numbers("orders")) +
         ",bounds=" + numbers_text(record.numbers("bounds")) + ")";
}

MechanismEntry rdp_entry() {
  return {.name = "rdp",
          .required = {"orders", "bounds"},
          .optional = {"relation", "group"},
          .summary = "all mechanisms with D_a <= bounds[i] at a = orders[i], in both directions",
          .make = rdp_of,
          .lists = {"orders", "bounds"},
          .words = {"relation"},
          .symmetric = always_symmetric,
          .recorded = {{.kind = "rdp",
                        .fields = {{"orders"}, {"bounds"}},
                        .expression = recorded_rdp,
                        .any_neighbours = true}},
          .whole = {"group"},
          .facts = promised_facts(),
          .make_real = rdp_of_reals};
}

}  // namespace

Mechanism zcdp_of(const Parameters& q) {
  const auto number = [&](const std::string& name) {
    const auto at = q.find(name);
    return at == q.end() ? kZero : at->second;
  };
  const RenyiPromise promise{q.at("rho"), number("xi"), {}, {}};
  const Rational delta0 = number("delta0");
  if (delta0.sign() < 0 || !(delta0 < kOne)) {
    throw std::invalid_argument("delta0 must be in [0, 1), got " + delta0.text());
  }
  const auto ending = [](const std::string& name, const Rational& x) {
    return x.is_zero() ? std::string() : "," + name + "=" + x.text();
  };
  if (!delta0.is_zero()) require_one_record(q, "zcdp with delta0");
  const std::string name = with_neighbours(
      "zcdp(rho=" + promise.rho.text() + ending("xi", promise.xi) + ending("delta0", delta0), q);
  require_concentrated(promise);
  if (is_pure(promise)) return group_dp(promise.xi, delta0, guarantee_group(q), name);
  const Mechanism inner = mechanism_of_promise(group_promise(promise, guarantee_group(q)), name);
  if (delta0.is_zero()) return inner;
  const Rational rest = kOne - delta0;
  return std::make_shared<PairWithInfinities>(InfiniteLosses{rest, rest, inner}, name,
                                              inner->identity() + " infinite=" + delta0.text());
}

Mechanism rdp_of(const Parameters& q) {
  const RenyiPromise promise{kZero, kZero, q.lists.at("orders"), q.lists.at("bounds")};
  require_one_record(q, "rdp");
  const std::string name = with_neighbours(
      "rdp(orders=" + numbers_text(promise.orders) + ",bounds=" + numbers_text(promise.bounds), q);
  require_orders(promise);
  return is_trivial(promise) ? zero_loss(name) : mechanism_of_promise(promise, name);
}

std::vector<MechanismEntry> promise_mechanism_entries() { return {zcdp_entry(), rdp_entry()}; }

}  // namespace plumbline
