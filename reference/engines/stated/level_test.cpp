#include "reference/engines/stated/level_test.hpp"

#include <optional>
#include <vector>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/constants.hpp"
#include "reference/arithmetic/contradiction.hpp"
#include "reference/engines/stated/test_bounds.hpp"
#include "reference/engines/stated/test_search.hpp"

namespace plumbline::stated {
namespace {

/// The largest y for which one order of the promise permits the test (x, y), for a fixed x. v is the logit of y. The
/// number is approximate: is_kept_by() and is_beyond() check tests on both sides of it.
struct Edge {
  Ball v;
  PromisedOrder order;
};

/// Returns a step of Newton's method for the order a of a promise at every order (PromisedOrder::moving): the
/// derivative of the excess in a, divided by its second derivative.
Ball order_step(const RenyiPromise& promise, const Test& test, const PromisedOrder& order,
                const OrderValues& at, Bits p) {
  const Ball width = test.v - test.u, first = order.mirrored ? -test.v : test.u;
  const Ball root = exp(-abs(first + order.order * width));
  const Ball variance = root / square(root + 1) * square(width);
  return at.slope / (variance - Ball(promise.rho, p) * 2);
}

PromisedOrder promised_order(const RenyiPromise& promise, const TightOrder& from, const Ball& a,
                             Bits p) {
  if (promise.at_every_order()) {
    return {from.mirrored, from.moving, a, Ball(promise.xi, p) + Ball(promise.rho, p) * a};
  }
  return {from.mirrored, false, Ball(promise.orders[from.listed], p),
          Ball(promise.bounds[from.listed], p)};
}

/// Returns an edge, by Newton's method in v, and also in the order if it is moving; nothing if the method does not
/// converge.
std::optional<Edge> edge_of(const RenyiPromise& promise, const Ball& u, double v,
                            const TightOrder& from, Bits p) {
  // Newton's method ends at a step whose log is below this number.
  const double small = -0.6 * static_cast<double>(p.n);
  const Ball exact_u = u.midpoint();
  Ball a = Ball::from_binary64(from.order, p);
  Test test{exact_u, Ball::from_binary64(v, p)};
  constexpr int kMostSteps = 60;
  for (int i = 0; i < kMostSteps; ++i) {
    if (from.moving) {
      const PromisedOrder order = promised_order(promise, from, a, p);
      const OrderValues at = values_at(promise, order, test, p);
      a = (a - order_step(promise, test, order, at, p)).midpoint();
      if (!a.is_finite() || !certainly_positive(a - 1)) return std::nullopt;
    }
    const PromisedOrder order = promised_order(promise, from, a, p);
    const OrderValues at = values_at(promise, order, test, p);
    const TestValues values = values_of(test, p);
    const Ball step = at.excess / (at.phi_y * values.y * values.y_rest);
    test.v = (test.v - step).midpoint();
    if (!test.v.is_finite() || !certainly_positive(test.v - exact_u)) return std::nullopt;
    if (step.contains_zero() || step.midpoint().log_approximate() < small) {
      return Edge{test.v, order};
    }
  }
  return std::nullopt;
}

/// Returns the edges of the orders that are nearly tight. The first edge has the smallest v and is that of the whole
/// promise.
std::vector<Edge> edges(const RenyiPromise& promise, const Ball& u, const FoundTest& found,
                        const Effort& effort, Bits p) {
  constexpr double kNearlyTight = 1e-3;
  constexpr size_t kMost = 4;
  std::vector<Edge> out;
  for (const TightOrder& order : found.tight) {
    if (!(order.room < kNearlyTight) || out.size() >= kMost) break;
    effort.poll();
    const auto edge = edge_of(promise, u, found.v, order, p);
    if (!edge) continue;
    const bool first = out.empty() || certainly_less(edge->v, out.front().v);
    out.insert(first ? out.begin() : out.end(), *edge);
  }
  return out;
}

/// Returns enclosures of f(alpha) and 1 - f(alpha), from a test that is permitted and a test that is not. If the proof
/// for one of the two tests fails, the corresponding end of the enclosures is the trivial bound.
LevelErrors between_tests(const RenyiPromise& promise, const Rational& alpha, const Effort& effort,
                          Bits p) {
  const Ball level(alpha, p), rest(kOne - alpha, p), u = log(level / rest);
  const FoundTest found = largest_test(promise, u.approximate());
  const std::vector<Edge> all = edges(promise, u, found, effort, p);
  LevelErrors low{rest, level}, high{Ball(p), Ball::integer(1, p)};
  if (!all.empty()) {
    const Ball margin = exp(Ball::integer(-p.n / 3, p)) * 16;
    const Ball& v = all.front().v;
    std::vector<PromisedOrder> near;
    for (const Edge& edge : all) near.push_back(edge.order);
    const Test inside{u, (v - margin).midpoint()}, outside{u, (v + margin).midpoint()};
    if (is_kept_by(promise, inside, near, p)) {
      const TestValues at = values_of(inside, p);
      low = {at.y_rest, at.y};
    }
    if (is_beyond(promise, outside, all.front().order, p)) {
      const TestValues at = values_of(outside, p);
      high = {at.y_rest, at.y};
    }
  }
  if (certainly_less(low.missed, high.missed)) {
    throw Contradiction(
        "a test that a guarantee allows has a smaller error than the lower bound for all such "
        "tests");
  }
  return {Ball::hull(low.missed, high.missed), Ball::hull(low.power, high.power)};
}

}  // namespace

// BOUND(PROMISED-LEVEL)
// Statement.  Let phi(x, y) <= 0 be the inequality that an order of the promise requires of a test (x, y). If x < y
//             and phi(x, y) > 0, then no test (x, y') with y' >= y is permitted, and every mechanism that satisfies
//             the promise has f(x) >= 1 - y.
// Needs.      x < y, and phi(x, y) > 0 for the order: checked here.
// Proof.      phi is convex in y, and phi(x, x) <= 0, because the two Bernoulli distributions are equal if y = x. So
//             the set of y' >= x with phi(x, y') <= 0 is an interval that begins at x, and y lies beyond its end. By
//             data processing, the best test at level x of a mechanism that satisfies the promise is permitted: 1 -
//             f(x) = y' < y.
// Source.     Data processing; van Erven, Harremoes 2014, Theorems 9 and 11 (convexity).
bool is_beyond(const RenyiPromise& promise, const Test& test, const PromisedOrder& order, Bits p) {
  const OrderValues at = values_at(promise, order, test, p);
  return proved<"PROMISED-LEVEL">(certainly_positive(test.v.at(p) - test.u.at(p)) &&
                                  certainly_positive(at.excess));
}

LevelErrors errors_at_level(const RenyiPromise& promise, const Rational& alpha,
                            const Effort& effort) {
  constexpr long kMostBits = 1L << 14;
  const char* const what = "an error by stated at two precisions";
  Bits p = bits_for_digits(3L * effort.digits) + 160;
  LevelErrors best{Ball::hull(Ball(p), Ball(kOne - alpha, p)),
                   Ball::hull(Ball(alpha, p), Ball::integer(1, p))};
  try {
    for (; p.n <= kMostBits; p = Bits{2 * p.n}) {
      const LevelErrors found = between_tests(promise, alpha, effort, p);
      best = {common(best.missed, found.missed, what), common(best.power, found.power, what)};
      if (effort.suffices(best.missed) && effort.suffices(best.power)) break;
    }
  } catch (const Interrupted&) {
  }
  return best;
}

}  // namespace plumbline::stated
