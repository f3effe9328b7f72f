/// The pair of a promise about Renyi divergences.
#include <algorithm>
#include <stdexcept>

#include "reference/arithmetic/constants.hpp"
#include "reference/mechanisms/capabilities.hpp"
#include "reference/mechanisms/guarantees/guarantees.hpp"
#include "reference/mechanisms/guarantees/renyi_promise.hpp"
#include "reference/mechanisms/guarantees/stated_profile.hpp"
#include "reference/mechanisms/rough_loss.hpp"

namespace plumbline {
namespace {

/// A pair that is defined by a promise alone. It offers neither tails nor a transform, because no single pair
/// represents all mechanisms with the promise.
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
  /// Losses are unbounded: over all tests permitted by the promise, power / (type I error) is unbounded as the type I
  /// error decreases. With subsampling the losses are at least log(1-p).
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
  /// Returns the approximate loss of a Gaussian pair with similar divergences.
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

std::string identity_of(const RenyiPromise& promise) {
  if (promise.at_every_order()) {
    return "renyi rho=" + promise.rho.text() + " xi=" + promise.xi.text();
  }
  return "renyi orders=" + numbers_text(promise.orders) + " bounds=" + numbers_text(promise.bounds);
}

}  // namespace

void require_concentrated(const RenyiPromise& promise) {
  if (promise.rho.sign() < 0) {
    throw std::invalid_argument("rho must be at least 0, got " + promise.rho.text());
  }
  if (promise.xi.sign() < 0) {
    throw std::invalid_argument("xi must be at least 0, got " + promise.xi.text());
  }
}

void require_orders(const RenyiPromise& promise) {
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
    if (r.sign() < 0) {
      throw std::invalid_argument("bounds must be at least 0, got " + r.text());
    }
  }
  if (promise.orders.back() < kOne) {
    throw std::invalid_argument("one of the orders must be at least 1, got " +
                                promise.orders.back().text() + " at most");
  }
}

Mechanism mechanism_of_promise(const RenyiPromise& promise, const std::string& expression) {
  if (promise.at_every_order()) {
    require_concentrated(promise);
  } else {
    require_orders(promise);
  }
  return std::make_shared<PromisedPair>(promise, expression, identity_of(promise));
}

}  // namespace plumbline
