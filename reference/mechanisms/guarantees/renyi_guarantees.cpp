/// zcdp and rdp: all mechanisms with a promise about Renyi divergences.
#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "reference/arithmetic/constants.hpp"
#include "reference/mechanisms/capabilities.hpp"
#include "reference/mechanisms/expression.hpp"
#include "reference/mechanisms/group.hpp"
#include "reference/mechanisms/guarantees/group_guarantee.hpp"
#include "reference/mechanisms/guarantees/guarantees.hpp"
#include "reference/mechanisms/guarantees/renyi_promise.hpp"
#include "reference/mechanisms/hypotheses/pair_facts.hpp"
#include "reference/mechanisms/pair_with_infinities.hpp"
#include "reference/mechanisms/parameters.hpp"
#include "reference/mechanisms/rough_loss.hpp"

namespace plumbline {
namespace {

/// A pair known by its promise alone: no tails or transform of one pair represent all mechanisms.
class PromisedPair final : public DominatingPair {
 public:
  PromisedPair(RenyiPromise promise, std::string expression, std::string identity)
      : promise_(std::move(promise)),
        expression_(std::move(expression)),
        identity_(std::move(identity)) {}

  std::string expression() const override { return expression_; }
  std::string identity() const override { return identity_; }
  LossTails tails(const Real&, Bits) const override {
    throw std::logic_error("a promise about Renyi divergences has no tails of one pair");
  }
  bool tails_known() const override { return false; }
  /// Losses are unbounded: y/x is unbounded as x decreases. With subsampling they are at least log(1-p).
  bool ends_known() const override { return true; }
  std::optional<Real> smallest_loss() const override {
    if (!promise_.is_sampled()) return std::nullopt;
    return Real(LogLinear{kZero, {{kOne - promise_.sampled, kOne}}});
  }

 private:
  void offers(Offers* asked) const override {
    asked->give<RenyiPromise>([this] { return promise_; });
    asked->give<RoughLoss>([this] { return rough(); });
    asked->give<Sampling>([this] {
      return Sampling{[this](const Real& p, const std::string& expression) -> Mechanism {
        if (promise_.is_sampled() || !p.rational()) return nullptr;
        RenyiPromise sampled = promise_;
        sampled.sampled = *p.rational();
        return std::make_shared<PromisedPair>(sampled, expression,
                                              identity_ + " sampled=" + sampled.sampled.text());
      }};
    });
  }
  /// Returns the approximate loss of a Gaussian pair with such divergences.
  RoughLoss rough() const {
    double rho = promise_.rho.approximate(), xi = promise_.xi.approximate();
    for (size_t i = 0; i < promise_.orders.size(); ++i) {
      const double per = promise_.bounds[i].approximate() / promise_.orders[i].approximate();
      if (i == 0 || per < rho) rho = per;
    }
    return {{-rho - xi, rho + xi}, {2 * rho, 2 * rho}};
  }

  RenyiPromise promise_;
  std::string expression_, identity_;
};

std::string list_of(const std::vector<Rational>& values) {
  std::string out;
  for (const Rational& x : values) out += (out.empty() ? "[" : ",") + x.text();
  return out + "]";
}

void check_concentrated(const RenyiPromise& promise) {
  if (promise.rho.sign() <= 0) {
    throw std::invalid_argument("rho must be greater than 0, got " + promise.rho.text() +
                                "; with rho = 0 it is dp(epsilon=xi)");
  }
  if (promise.xi.sign() < 0) {
    throw std::invalid_argument("xi must be at least 0, got " + promise.xi.text());
  }
}

void check_orders(const RenyiPromise& promise) {
  if (promise.orders.size() != promise.bounds.size()) {
    throw std::invalid_argument("orders and bounds need the same number of entries, got " +
                                std::to_string(promise.orders.size()) + " and " +
                                std::to_string(promise.bounds.size()));
  }
  for (size_t i = 0; i < promise.orders.size(); ++i) {
    const Rational &a = promise.orders[i], &r = promise.bounds[i];
    if (a < Rational(1, 2)) {
      throw std::invalid_argument("orders must be at least 1/2, got " + a.text());
    }
    if (i > 0 && !(promise.orders[i - 1] < a)) {
      throw std::invalid_argument("orders must rise, got " + a.text() + " after " +
                                  promise.orders[i - 1].text());
    }
    if (r.sign() <= 0) {
      throw std::invalid_argument("bounds must be greater than 0, got " + r.text() +
                                  "; a divergence of 0 is perfectly_private()");
    }
  }
  if (promise.orders.back() < kOne) {
    throw std::invalid_argument("one of the orders must be at least 1, got " +
                                promise.orders.back().text() + " at most");
  }
}

std::string identity_of(const RenyiPromise& promise) {
  if (promise.at_every_order()) {
    return "renyi rho=" + promise.rho.text() + " xi=" + promise.xi.text();
  }
  return "renyi orders=" + list_of(promise.orders) + " bounds=" + list_of(promise.bounds);
}

Mechanism make_zcdp(const Parameters& q) {
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
  check_concentrated(promise);
  const Mechanism inner = mechanism_of_promise(group_promise(promise, guarantee_group(q)), name);
  if (delta0.is_zero()) return inner;
  const Rational rest = kOne - delta0;
  return std::make_shared<PairWithInfinities>(InfiniteLosses{rest, rest, inner}, name,
                                              inner->identity() + " infinite=" + delta0.text());
}

Mechanism make_rdp(const Parameters& q) {
  const RenyiPromise promise{kZero, kZero, q.lists.at("orders"), q.lists.at("bounds")};
  require_one_record(q, "rdp");
  return mechanism_of_promise(promise, with_neighbours("rdp(orders=" + list_of(promise.orders) +
                                                           ",bounds=" + list_of(promise.bounds),
                                                       q));
}

const char* const kAllPromised = "any, of all mechanisms with these Renyi divergences";
const char* const kPromisedBy =
    "each point of the trade-off curve is that of a mechanism with two outputs (PROMISED-TEST, "
    "PROMISED-TANGENTS)";

// PROOF(PARAMETER-ORDER) rho, xi and delta0 of zcdp
//             A larger rho or xi is a weaker promise, kept by more mechanisms: the region of tests grows, and f,
//             its lower edge, falls. delta0 mixes the region with all of [0, 1]^2, of which it is a part.
std::optional<ParameterOrder> order_of_zcdp(const std::string& parameter, const Parameters&) {
  if (parameter == "rho") return ParameterOrder::size();
  if (parameter == "xi") return ParameterOrder{false, kZero, std::nullopt, true};
  if (parameter == "delta0") return ParameterOrder{false, kZero, kOne, true, false};
  return std::nullopt;
}

/// Returns the Gaussian noise with the largest rho that keeps the promise. It has D_a = rho a at every order
/// (PROMISED-DIVERGENCE), so that products of such noise are attained where a product of promises only dominates.
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

/// For a group the promise only holds; no mechanisms are known that attain it.
PairFacts promised_facts() {
  PairFacts out{PairDominance::each_point, kAllPromised, kPromisedBy};
  out.dominance_of = [](const WrittenFactor& factor) {
    return dominance_of_group(factor, PairDominance::each_point);
  };
  out.member = gaussian_member;
  return out;
}

MechanismEntry zcdp_entry() {
  return {.name = "zcdp",
          .required = {"rho"},
          .optional = {"xi", "delta0", "relation", "group"},
          .summary = "all mechanisms with D_a <= xi + rho a for all a >= 1, up to mass delta0",
          .make = make_zcdp,
          .order = order_of_zcdp,
          .words = {"relation"},
          .symmetric = always_symmetric,
          .whole = {"group"},
          .facts = promised_facts()};
}

MechanismEntry rdp_entry() {
  return {.name = "rdp",
          .required = {"orders", "bounds"},
          .optional = {"relation", "group"},
          .summary = "all mechanisms with D_a <= bounds[i] at a = orders[i], in both directions",
          .make = make_rdp,
          .lists = {"orders", "bounds"},
          .words = {"relation"},
          .symmetric = always_symmetric,
          .whole = {"group"},
          .facts = promised_facts()};
}

}  // namespace

Mechanism mechanism_of_promise(const RenyiPromise& promise, const std::string& expression) {
  if (promise.at_every_order()) {
    check_concentrated(promise);
  } else {
    check_orders(promise);
  }
  return std::make_shared<PromisedPair>(promise, expression, identity_of(promise));
}

std::vector<MechanismEntry> promise_mechanism_entries() { return {zcdp_entry(), rdp_entry()}; }

}  // namespace plumbline
