#include "reference/engines/stated/order_values.hpp"

#include "reference/arithmetic/constants.hpp"

namespace plumbline::stated {
namespace {

/// Returns log(1/(1 + e^-u)).
Ball log_logistic(const Ball& u) { return -log1p(exp(-u)); }

/// Returns the OrderValues at a test for an order of a promise about D_a(Q||P).
OrderValues unmirrored(const RenyiPromise& promise, const PromisedOrder& order, const Test& test,
                       Bits p) {
  const TestValues at = values_of(test, p);
  const Ball gain = at.log_y - at.log_x, loss = at.log_y_rest - at.log_x_rest;
  const Ball per_x = at.x * at.x_rest, per_y = at.y * at.y_rest, zero(p);
  const Ball a = order.order.at(p), less = a - 1, bound = order.bound.at(p);
  if (!order.moving && less.is_exactly_zero()) {
    const Ball excess = at.y * gain + at.y_rest * loss - bound;
    return {excess, (at.x - at.y) / per_x, test.v.at(p) - test.u.at(p), excess, zero};
  }
  const Ball first = a * at.log_y - less * at.log_x,
             second = a * at.log_y_rest - less * at.log_x_rest;
  // w is the weight of the first term in g (see OrderValues). log g is computed relative to the larger of the two
  // terms.
  const Test weighted{a * test.v.at(p) - less * test.u.at(p), zero};
  const Ball w = Ball::integer(1, p) / (exp(-weighted.u) + 1);
  const bool first_larger = !certainly_negative(weighted.u.midpoint());
  const Ball log_g =
      first_larger ? first + log1p(exp(second - first)) : second + log1p(exp(first - second));
  const Ball above = log_g - less * bound;
  const Ball x_slope = -(less * (w - at.x)) / per_x, y_slope = a * (w - at.y) / per_y;
  if (certainly_negative(less)) return {expm1(-above), -x_slope, -y_slope, -above, zero};
  const Ball mean = w * gain + (Ball::integer(1, p) - w) * loss;
  const Ball slope = mean - Ball(promise.xi, p) - Ball(promise.rho, p) * (a * 2 - 1);
  return {-expm1(-above), x_slope, y_slope, above, slope};
}

}  // namespace

Test mirrored(const Test& test) { return {-test.v, -test.u}; }

TestValues values_of(const Test& test, Bits p) {
  const Ball u = test.u.at(p), v = test.v.at(p);
  const Ball log_x = log_logistic(u), log_x_rest = log_logistic(-u);
  const Ball log_y = log_logistic(v), log_y_rest = log_logistic(-v);
  return {exp(log_x), exp(log_x_rest), exp(log_y), exp(log_y_rest),
          log_x,      log_x_rest,      log_y,      log_y_rest};
}

OrderValues values_at(const RenyiPromise& promise, const PromisedOrder& order, const Test& test,
                      Bits p) {
  if (!order.mirrored) return unmirrored(promise, order, test, p);
  const OrderValues there = unmirrored(promise, order, mirrored(test), p);
  return {there.phi, -there.phi_y, -there.phi_x, there.excess, there.slope};
}

}  // namespace plumbline::stated
