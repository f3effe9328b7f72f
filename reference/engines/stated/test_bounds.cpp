#include "reference/engines/stated/test_bounds.hpp"

#include <algorithm>

#include "reference/arithmetic/bound.hpp"

namespace plumbline::stated {
namespace {

bool at_most_zero(const Ball& x) { return certainly_at_most(x, Ball(x.precision())); }

PromisedOrder listed_order(const RenyiPromise& promise, size_t i, bool is_mirrored, Bits p) {
  return {is_mirrored, false, Ball(promise.orders[i], p), Ball(promise.bounds[i], p)};
}

/// The variance of the loss under the distribution tilted to order a. past_middle is true if the larger of the two
/// losses has more than half of the mass.
struct TiltedVariance {
  Ball variance;
  bool past_middle;
};
TiltedVariance tilted_variance(const Test& test, const Ball& a, Bits p) {
  const Ball width = test.v.at(p) - test.u.at(p), logit = test.u.at(p) + a * width;
  const Ball root = exp(-abs(logit)), weight = root / square(root + 1);
  return {weight * square(width), certainly_positive(logit)};
}

/// Returns an order slightly beyond the one at which the derivative of the excess in the order is 0, by Newton's
/// method. This is a heuristic choice.
Ball past_tightest(const RenyiPromise& promise, const Test& test, const Ball& from, Bits p) {
  Ball a = from.at(p).midpoint();
  const Ball rho(promise.rho, p);
  for (int i = 0; i < 12; ++i) {
    const PromisedOrder order{false, true, a, Ball(promise.xi, p) + rho * a};
    const Ball bend = tilted_variance(test, a, p).variance - rho * 2;
    const Ball next = (a - values_at(promise, order, test, p).slope / bend).midpoint();
    if (!next.is_finite() || !certainly_positive(next - 1)) return a;
    a = next;
  }
  return (a + exp(Ball::integer(-p.n / 2, p))).midpoint();
}

// BOUND(CONCENTRATED-ORDERS)
// Statement.  Let w(a) be the weight of y^a x^(1-a) in y^a x^(1-a) + (1-y)^a (1-x)^(1-a), V(a) = w (1-w) (v-u)^2, and
//             G(a) the logarithm of that sum minus (a-1)(xi + rho a). A test satisfies y^a x^(1-a) + (1-y)^a
//             (1-x)^(1-a) <= e^((a-1)(xi + rho a)) for all a >= 1, and KL <= xi + rho, if KL <= xi + rho and one of
//             these conditions holds:
//
//             (1) (v-u)^2 <= 8 rho, or y > 1/2 and V(1) <= 2 rho;
//
//             (2) an order b > 1 has w(b) > 1/2, V(b) <= 2 rho, G'(b) <= 0 and G(b) + |G'(b)| (b-1) <= 0;
//
//             (3) an order b > 1 has w(b) > 1/2 and V(b) >= 2 rho, and some c >= b has G'(c) <= 0, V(c) <= 2 rho and
//             G'(b) + (V(b) - 2 rho)(c - b) <= 0.
// Needs.      x < y: checked here. rho > 0: the caller, by the mechanism.
// Proof.      G(1) = 0 and G'(1) = KL - xi - rho. G'' = V - 2 rho, where V is the variance of a loss with two values.
//             w increases with a from w(1) = y, so V increases while w <= 1/2 and decreases afterwards. Hence G is
//             concave, then convex, then concave; some of these parts may be absent.
//
//             In case (1) G is concave throughout, so G <= G'(1)(a-1) <= 0. The same inequality holds on the first
//             concave part in every case.
//
//             In case (2) b lies on the last concave part, where the tangent at b is above G: G <= G(b) + G'(b)(a-b).
//             The right side is at most G(b) for a >= b, and at most G(b) + |G'(b)| (b-1) for 1 <= a < b. On the
//             convex part G is at most the larger of its values at the two ends, and both ends belong to a concave
//             part or are a = 1.
//
//             In case (3) V decreases from b on, so G' <= G'(b) + (V(b) - 2 rho)(a - b) <= 0 on [b, c]. G' increases
//             on the convex part, up to a point of [b, c], and decreases afterwards. At the beginning G'(1) <= 0, and
//             G' decreases from there on the first concave part, if there is one. So G' <= 0 throughout.
// Source.     This project's.

/// The quantities of CONCENTRATED-ORDERS for one test.
class ConcentratedTest {
 public:
  ConcentratedTest(const RenyiPromise& promise, const Test& test, Bits p)
      : promise_(promise),
        test_(test),
        p_(p),
        rho_(promise.rho, p),
        width_(test.v.at(p) - test.u.at(p)) {}

  /// Returns true if the inequality KL <= xi + rho (order 1) is proved.
  bool at_one() const {
    const Ball one = Ball::integer(1, p_), most = Ball(promise_.xi, p_) + rho_;
    return certainly_positive(width_) &&
           at_most_zero(values_at(promise_, {false, false, one, most}, test_, p_).excess);
  }
  /// Returns true if condition (1) is proved.
  bool is_concave() const {
    if (at_most_zero(square(width_) - rho_ * 8)) return true;
    return at(Ball::integer(1, p_)).is_last_part;
  }
  /// Returns true if condition (2) is proved, with b slightly beyond the tightest order near `from`.
  bool has_tangent(const Ball& from) const {
    const Ball b = past_tightest(promise_, test_, from, p_), above = b - 1;
    if (!certainly_positive(above) || !at(b).is_last_part) return false;
    const OrderValues values = of(b);
    return at_most_zero(values.slope) && at_most_zero(values.excess - values.slope * above);
  }
  /// Returns true if condition (3) is proved, with b and c slightly below and above the order at which V = 2 rho.
  bool falls() const {
    const Ball one = Ball::integer(1, p_), root = sqrt(one - rho_ * 8 / square(width_));
    const Ball turn = (log((root + 1) / (one - root)) - test_.u.at(p_)) / width_;
    const Ball step = exp(Ball::integer(-p_.n / 3, p_));
    const Ball b = (turn - step).midpoint(), c = (turn + step).midpoint();
    if (!certainly_positive(b - 1)) return false;
    const Tilt at_b = at(b);
    return at_b.past_middle && at_most_zero(-at_b.bend) && at(c).is_last_part &&
           at_most_zero(of(c).slope) && at_most_zero(of(b).slope + at_b.bend * (c - b));
  }

 private:
  /// V - 2 rho (bend). past_middle: w > 1/2 is proved. is_last_part: w > 1/2 and V <= 2 rho are proved.
  struct Tilt {
    Ball bend;
    bool past_middle, is_last_part;
  };
  Tilt at(const Ball& a) const {
    const TiltedVariance tilted = tilted_variance(test_, a, p_);
    const Ball bend = tilted.variance - rho_ * 2;
    return {bend, tilted.past_middle, tilted.past_middle && at_most_zero(bend)};
  }
  OrderValues of(const Ball& a) const {
    return values_at(promise_, {false, true, a, Ball(promise_.xi, p_) + rho_ * a}, test_, p_);
  }

  const RenyiPromise& promise_;
  const Test& test_;
  Bits p_;
  Ball rho_, width_;
};

bool allows_every_order(const RenyiPromise& promise, const Test& test,
                        const std::vector<Ball>& orders, Bits p) {
  const ConcentratedTest concentrated(promise, test, p);
  if (!concentrated.at_one()) return false;
  if (concentrated.is_concave() || concentrated.falls()) return true;
  return std::any_of(orders.begin(), orders.end(),
                     [&](const Ball& from) { return concentrated.has_tangent(from); });
}

bool allows(const RenyiPromise& promise, const Test& test, const std::vector<PromisedOrder>& near,
            bool is_mirrored, Bits p) {
  if (promise.at_every_order()) {
    std::vector<Ball> orders;
    for (const PromisedOrder& order : near) {
      if (order.moving && order.mirrored == is_mirrored) orders.push_back(order.order);
    }
    const Test here = is_mirrored ? mirrored(test) : test;
    return proved<"CONCENTRATED-ORDERS">(allows_every_order(promise, here, orders, p));
  }
  for (size_t i = 0; i < promise.orders.size(); ++i) {
    const PromisedOrder order = listed_order(promise, i, is_mirrored, p);
    if (!at_most_zero(values_at(promise, order, test, p).excess)) return false;
  }
  return true;
}

}  // namespace

// BOUND(PROMISED-TEST)
// Statement.  If a test (x, y) satisfies all inequalities of the promise in both directions, then some mechanism that
//             satisfies the promise has delta(t) >= y - e^t x and f(x) <= 1 - y.
// Needs.      The inequalities: checked here.
// Proof.      Take the mechanism that returns 1 with probability x without the record and with probability y with the
//             record. Its Renyi divergences are those of the two Bernoulli distributions, log(y^a x^(1-a) + (1-y)^a
//             (1-x)^(1-a))/(a-1) and KL, with P and Q exchanged for the other direction. The event "1" has Q(E) - e^t
//             P(E) = y - e^t x, and is a test with these two errors.
// Source.     Riess, Gomez, Calmon, Schnabel, Kaissis 2026, arXiv 2602.04562.
bool is_kept_by(const RenyiPromise& promise, const Test& test,
                const std::vector<PromisedOrder>& near, Bits p) {
  return proved<"PROMISED-TEST">(allows(promise, test, near, false, p) &&
                                 allows(promise, test, near, true, p));
}

std::optional<Ball> gain_of_test(const RenyiPromise& promise, const Test& test,
                                 const std::vector<PromisedOrder>& near, const Ball& t, Bits p) {
  if (!is_kept_by(promise, test, near, p)) return std::nullopt;
  const TestValues at = values_of(test, p);
  return at.y - exp(t.at(p)) * at.x;
}

// BOUND(PROMISED-TANGENTS)
// Statement.  Let f_i be convex functions with f_i <= 0 on the permitted tests, c_i >= 0 weights, z any point, and T
//             = sum c_i grad f_i(z). If T_x >= -e^t and T_y >= 1, then y - e^t x <= T.z - sum c_i f_i(z) for all
//             permitted tests.
// Needs.      The two inequalities and c_i >= 0: checked here. f_i <= 0: by the promise and data processing, for
//             every test of every mechanism that satisfies it. g = y^a x^(1-a) + (1-y)^a (1-x)^(1-a) is jointly
//             convex for a > 1 and concave for a < 1, and KL is convex.
// Proof.      0 >= f_i(z') >= f_i(z) + grad f_i(z).(z' - z), so T.z' <= T.z - sum c_i f_i(z). Because x, y >= 0, y -
//             e^t x <= T_y y + T_x x = T.z'.
// Source.     Duality of convex programs; van Erven, Harremoes 2014, Theorems 9 and 11.
std::optional<Ball> gain_above(const RenyiPromise& promise, const Test& test,
                               const std::vector<PromisedOrder>& tight, const Ball& t, Bits p) {
  std::vector<OrderValues> at;
  for (const PromisedOrder& order : tight) at.push_back(values_at(promise, order, test, p));
  const Ball margin = exp(Ball::integer(-p.n / 3, p)), one = Ball::integer(1, p),
             price = exp(t.at(p));
  const Ball wanted_y = one + margin, wanted_x = -(price * (one - margin));
  std::vector<Ball> weights;
  if (at.size() == 1) {
    weights = {(wanted_y / at[0].phi_y).midpoint()};
  } else {
    const Ball det = at[0].phi_x * at[1].phi_y - at[1].phi_x * at[0].phi_y;
    weights = {((wanted_x * at[1].phi_y - wanted_y * at[1].phi_x) / det).midpoint(),
               ((wanted_y * at[0].phi_x - wanted_x * at[0].phi_y) / det).midpoint()};
  }
  Ball T_x(p), T_y(p), held(p);
  for (size_t i = 0; i < at.size(); ++i) {
    if (!weights[i].is_finite() || certainly_negative(weights[i])) return std::nullopt;
    T_x += weights[i] * at[i].phi_x, T_y += weights[i] * at[i].phi_y;
    held += weights[i] * at[i].phi;
  }
  if (!certainly_positive(T_x + price) || !certainly_positive(T_y - one)) return std::nullopt;
  const TestValues z = values_of(test, p);
  return bound_number<"PROMISED-TANGENTS">(T_x * z.x + T_y * z.y - held);
}

}  // namespace plumbline::stated
