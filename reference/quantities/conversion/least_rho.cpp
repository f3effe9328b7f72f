#include "reference/quantities/conversion/least_rho.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <vector>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/constants.hpp"
#include "reference/mechanisms/capabilities.hpp"
#include "reference/mechanisms/pair_with_infinities.hpp"
#include "reference/quantities/between_divergence.hpp"
#include "reference/quantities/moments.hpp"
#include "reference/quantities/promised_divergence.hpp"
#include "reference/quantities/renyi_chord.hpp"
#include "reference/values/mint.hpp"

namespace plumbline {

namespace {

/// An interval of orders, with the divergences at both ends and an upper bound of D_a/a between them.
struct OrderCell {
  OrderPoint low, high;
  Ball most;
};

class RhoSearch {
 public:
  RhoSearch(const Composition& composition, Direction direction, const Effort& effort)
      : composition_(composition),
        direction_(direction),
        effort_(effort),
        bits_(bits_for_digits(effort.digits) + 64),
        low_(Ball(bits_)) {
    inner_ = effort;
    inner_.digits = effort.digits + 4;
  }

  /// Evaluates the first orders, from 1 to `last`. Returns false if a divergence is infinite.
  bool start(const Rational& last) {
    std::vector<Rational> orders{kOne};
    Rational step = power(Rational(1, 10), effort_.digits + 2);
    for (; step < kOne; step = step * Rational(8)) orders.push_back(kOne + step);
    for (Rational a(2); a < last; a = a * Rational(2)) orders.push_back(a);
    while (orders.size() > 1 && !(orders.back() < last)) orders.pop_back();
    orders.push_back(last);
    std::optional<OrderPoint> before;
    for (const Rational& order : orders) {
      const auto here = point(order);
      if (!here) return false;
      if (before) add({*before, *here});
      before = here;
    }
    return true;
  }

  /// Returns a lower bound of the supremum of D_a/a, from the orders evaluated so far.
  const Ball& low() const { return low_; }

  void refine() {
    constexpr size_t kMostCells = 4000;
    while (cells_.size() < kMostCells && !effort_.expired()) {
      effort_.poll();
      const auto widest = std::max_element(
          cells_.begin(), cells_.end(),
          [](const OrderCell& a, const OrderCell& b) { return midpoint_less(a.most, b.most); });
      if (is_enough(widest->most)) return;
      const OrderCell cell = *widest;
      const auto between = point(middle(cell.low.order, cell.high.order));
      if (!between) return;
      cells_.erase(widest);
      add({cell.low, *between});
      add({*between, cell.high});
    }
  }

  /// Returns an upper bound of D_a/a over all cells.
  Ball high() const {
    Ball out(bits_);
    for (const OrderCell& cell : cells_) out = max(out, cell.most);
    return out;
  }

 private:
  bool is_enough(const Ball& most) const {
    return Ball::hull(low_, max(low_, most)).relative_digits() >= effort_.digits;
  }

  static Rational middle(const Rational& l, const Rational& r) {
    const double a = (l - kOne).approximate(), b = (r - kOne).approximate();
    const double at = a > 0 && b > 4 * a ? std::sqrt(a * b) : (a + b) / 2;
    const Rational found = kOne + Rational::from_binary64(at);
    return l < found && found < r ? found : (l + r) / Rational(2);
  }

  std::optional<OrderPoint> point(const Rational& order) {
    const Extended value = renyi(composition_, order, direction_, inner_);
    if (value.is_infinite()) return std::nullopt;
    const Ball D = value->value().at(bits_);
    low_ = max(low_, (D / Ball(order, bits_)).lower());
    return OrderPoint{order, max(D, Ball(bits_))};
  }

  void add(OrderCell cell) {
    cell.most = most_between(cell.low, cell.high);
    cells_.push_back(std::move(cell));
  }
  void add(std::pair<OrderPoint, OrderPoint> ends) {
    add(OrderCell{ends.first, ends.second, Ball(bits_)});
  }

  const Composition& composition_;
  Direction direction_;
  const Effort& effort_;
  Effort inner_;
  Bits bits_;
  Ball low_;
  std::vector<OrderCell> cells_;
};

/// Returns true if a loss is infinite with positive probability in the direction. A loss that is infinite in the other
/// direction is minus infinity in this one and adds nothing to D_a for a > 1.
bool has_infinite_losses(const Composition& composition, Direction direction,
                         const Effort& effort) {
  const auto& factors = composition.factors();
  const bool in_some = std::any_of(factors.begin(), factors.end(), [](const Factor& f) {
    return f.mechanism->offer<InfiniteLosses>().has_value();
  });
  if (!in_some || direction == Direction::worst) return in_some;
  return renyi(composition, Rational(2), direction, effort).is_infinite();
}

/// Returns the largest loss in the direction, if it is finite and known.
std::optional<Extended> bounded_loss(const Composition& composition, Direction direction,
                                     const Effort& effort) {
  try {
    const Extended loss = max_divergence(composition, direction, effort);
    if (loss.is_infinite()) return std::nullopt;
    return loss;
  } catch (const std::invalid_argument&) {
    return std::nullopt;
  }
}

/// Returns the order beyond which (largest loss)/a, and therefore D_a/a, is less than D_1, the value of D_a/a at order
/// 1. The result is at most 10^6. Larger orders are not searched; RENYI-BEYOND bounds them.
Rational last_order(const Composition& composition, Direction direction, const Extended& loss,
                    const Effort& effort) {
  const Extended first = renyi(composition, kOne, direction, effort);
  const double ratio = loss->value().approximate() / first->value().approximate();
  constexpr double kLargestOrder = 1e6;
  return Rational::from_binary64(std::ceil(std::min(kLargestOrder, std::max(2.0, ratio) * 1.01)));
}

[[noreturn]] void refuse_large_orders(const Composition& composition) {
  throw std::invalid_argument(
      "it is unknown if D_a/a of " + composition.expression() +
      " stays bounded for large orders: its losses are unbounded, and it is no product of Gaussian "
      "steps; write a largest order, --up-to 64 (truncated concentrated differential privacy)");
}

}  // namespace

// BOUND(RENYI-BEYOND)
// Statement.  If no loss exceeds M, then D_a/a <= M/A for all orders a >= A.
// Needs.      No loss is infinite; M >= 0: the caller, because the largest loss of a pair is at least 0.
// Proof.      D_a does not decrease in a, and tends to the largest loss as a grows. Hence D_a/a <= M/a <= M/A,
//             because M >= 0.
// Source.     Van Erven, Harremoes 2014, Theorems 3 and 6.
Ball ratio_beyond(const Ball& largest_loss, const Rational& order) {
  return bound_number<"RENYI-BEYOND">(largest_loss / Ball(order, largest_loss.precision()));
}

Extended least_rho(const Composition& composition, const RhoOrders& orders, Direction direction,
                   const Effort& effort) {
  const int digits = effort.digits;
  const auto exact = [&](const Rational& x) {
    return certified({Ball(x, bits_for_digits(digits) + 32), {}}, "closed_form", digits);
  };
  if (orders.up_to && !(kOne < *orders.up_to)) {
    throw std::invalid_argument("--up-to must be above 1, got " + orders.up_to->text());
  }
  if (const auto promise = whole_promise(composition)) {
    return promised_rho(*promise, orders.up_to, effort);
  }
  if (const auto between = divergence_between(composition, digits, [&](const Composition& end) {
        return least_rho(end, orders, direction, effort);
      })) {
    return *between;
  }
  if (has_infinite_losses(composition, direction, effort)) {
    return Extended::infinity("the loss is infinite with positive probability");
  }
  if (const auto known = unsampled_rho(composition, direction); known && !orders.up_to) {
    const Ball rho = bound_number<"UNSAMPLED-RHO">(Ball(*known, bits_for_digits(digits) + 32));
    return certified({rho, {}}, "closed_form", digits);
  }
  const auto loss = bounded_loss(composition, direction, effort);
  if (!loss && !orders.up_to) refuse_large_orders(composition);
  if (loss && (*loss)->value().is_exactly_zero()) return exact(kZero);
  const Rational last =
      orders.up_to ? *orders.up_to : last_order(composition, direction, *loss, effort);
  RhoSearch search(composition, direction, effort);
  if (!search.start(last)) return Extended::infinity("a Renyi divergence is infinite");
  search.refine();
  Ball high = max(search.low(), search.high());
  if (!orders.up_to) high = max(high, ratio_beyond((*loss)->value().at(high.precision()), last));
  return certified({Ball::hull(search.low(), high), {}}, "transform", digits);
}

}  // namespace plumbline
