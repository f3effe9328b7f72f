#include "reference/engines/stated/test_search.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

namespace plumbline::stated {
namespace {

using Long = long double;

Long log_sigmoid(Long u) {
  return u >= 0 ? -std::log1p(std::exp(-u)) : u - std::log1p(std::exp(u));
}

/// A test with the logarithms that divergences need.
struct RoughTest {
  RoughTest(Long at_u, Long at_v)
      : u(at_u),
        v(at_v),
        x_log(log_sigmoid(u)),
        x_rest(log_sigmoid(-u)),
        y_log(log_sigmoid(v)),
        y_rest(log_sigmoid(-v)) {}
  Long u, v, x_log, x_rest, y_log, y_rest;
};

Long divergence(const RoughTest& test, Long a) {
  if (a == 1) {
    return std::exp(test.y_log) * (test.y_log - test.x_log) +
           std::exp(test.y_rest) * (test.y_rest - test.x_rest);
  }
  const Long first = a * test.y_log + (1 - a) * test.x_log;
  const Long second = a * test.y_rest + (1 - a) * test.x_rest;
  const Long most = std::max(first, second), least = std::min(first, second);
  return (most + std::log1p(std::exp(least - most))) / (a - 1);
}

/// The slope in a of (a - 1)(D_a - xi - rho a), and the derivative of this slope.
struct OrderSlope {
  Long value, bend;
};
OrderSlope order_slope(const RoughTest& test, Long rho, Long xi, Long a) {
  const Long logit = test.u + a * (test.v - test.u), width = test.v - test.u;
  const Long w = std::exp(log_sigmoid(logit)), rest = std::exp(log_sigmoid(-logit));
  const Long mean = w * (test.y_log - test.x_log) + rest * (test.y_rest - test.x_rest);
  return {mean - xi - rho * (2 * a - 1), w * rest * width * width - 2 * rho};
}

/// Returns the a > 1 at which OrderSlope::value decreases through 0; 1 if there is none.
Long tightest(const RoughTest& test, Long rho, Long xi) {
  const Long width = test.v - test.u;
  if (!(width * width > 8 * rho)) return 1;
  const Long root = std::sqrt(1 - 8 * rho / (width * width));
  Long low = std::max<Long>(1, (std::log((1 + root) / (1 - root)) - test.u) / width);
  if (!(order_slope(test, rho, xi, low).value > 0)) return 1;
  Long high = std::max((test.y_log - test.x_log - xi + rho) / (2 * rho), low);
  Long a = high;
  for (int i = 0; i < 100 && high - low > 1e-15L * high; ++i) {
    const OrderSlope at = order_slope(test, rho, xi, a);
    (at.value > 0 ? low : high) = a;
    const Long next = a - at.value / at.bend;
    const bool inside = at.bend < 0 && next > low && next < high;
    if (inside && std::fabs(next - a) < 1e-17L * a) break;
    a = inside ? next : (low + high) / 2;
  }
  return a;
}

/// The parameters of a promise in doubles.
struct RoughPromise {
  explicit RoughPromise(const RenyiPromise& promise)
      : rho(promise.rho.approximate()), xi(promise.xi.approximate()) {
    for (size_t i = 0; i < promise.orders.size(); ++i) {
      orders.push_back(promise.orders[i].approximate());
      bounds.push_back(promise.bounds[i].approximate());
    }
  }
  Long rho, xi;
  std::vector<Long> orders, bounds;
};

/// Calls f(order, bound, moving, listed) for each order at which the promise about D_a(Q||P) may be tight.
template <class F>
void for_orders(const RoughPromise& promise, const RoughTest& test, const F& f) {
  for (size_t i = 0; i < promise.orders.size(); ++i) {
    f(promise.orders[i], promise.bounds[i], false, i);
  }
  if (!promise.orders.empty()) return;
  f(Long{1}, promise.rho + promise.xi, false, 0);
  const Long a = tightest(test, promise.rho, promise.xi);
  if (a > 1) f(a, promise.xi + promise.rho * a, true, 0);
}

std::vector<TightOrder> orders_at(const RoughPromise& promise, Long u, Long v) {
  std::vector<TightOrder> out;
  for (const bool is_mirrored : {false, true}) {
    const RoughTest test(is_mirrored ? -v : u, is_mirrored ? -u : v);
    for_orders(promise, test, [&](Long a, Long most, bool moving, size_t listed) {
      const auto room = static_cast<double>(1 - divergence(test, a) / most);
      out.push_back({is_mirrored, moving, listed, static_cast<double>(a), room});
    });
  }
  std::sort(out.begin(), out.end(),
            [](const TightOrder& a, const TightOrder& b) { return a.room < b.room; });
  return out;
}

/// Returns 1 - D_a/bound at the tightest order: negative if the promise excludes the test.
Long room_at(const RoughPromise& promise, Long u, Long v) {
  Long out = 1;
  for (const bool is_mirrored : {false, true}) {
    const RoughTest test(is_mirrored ? -v : u, is_mirrored ? -u : v);
    for_orders(promise, test, [&](Long a, Long most, bool, size_t) {
      out = std::min(out, 1 - divergence(test, a) / most);
    });
  }
  return out;
}

/// Returns the largest v that the promise permits for u, by regula falsi (Illinois). room_at() decreases in v.
Long largest_v(const RoughPromise& promise, Long u) {
  constexpr int kSteps = 80;
  constexpr Long kFarthest = 1e6L, kNear = 1e-13L;
  Long low = u, room_low = 1, high = u + 1, room_high = room_at(promise, u, high);
  while (room_high >= 0 && high - u < kFarthest) {
    low = high, room_low = room_high;
    high = u + 2 * (high - u), room_high = room_at(promise, u, high);
  }
  int side = 0;
  for (int i = 0; i < kSteps && high - low > kNear * std::fabs(high); ++i) {
    Long v = high - room_high * (high - low) / (room_high - room_low);
    if (i % 4 == 3 || !(v > low && v < high)) v = (low + high) / 2;
    const Long room = room_at(promise, u, v);
    if (room >= 0) {
      low = v, room_low = room;
      if (side > 0) room_high /= 2;
      side = 1;
    } else {
      high = v, room_high = room;
      if (side < 0) room_low /= 2;
      side = -1;
    }
  }
  return low;
}

/// Returns an increasing function of y - e^t x, where y is the largest one that the promise permits for this x. Unlike
/// y - e^t x in doubles, it separates values close to 1.
Long rising_gain(const RoughPromise& promise, Long u, Long t) {
  const Long v = largest_v(promise, u), x = log_sigmoid(u) + t, y = log_sigmoid(v);
  constexpr Long kNever = 1e9L;
  if (!(x < y)) return -kNever * (1 + x - y);
  const Long gain = y + std::log1p(-std::exp(x - y)), half = std::log(Long{0.5L});
  if (gain < half) return gain - half;
  const Long rest = log_sigmoid(-v), most = std::max(x, rest);
  return half - (most + std::log1p(std::exp(std::min(x, rest) - most)));
}

/// Returns the maximiser of a unimodal function between two points, by golden-section search.
Long peak(const std::function<Long(Long)>& f, Long low, Long high) {
  constexpr Long kGolden = 0.6180339887498949L;
  Long a = high - kGolden * (high - low), b = low + kGolden * (high - low), at_a = f(a),
       at_b = f(b);
  // The accuracy is high, because v may increase a thousand times as fast as u where the curves of two orders meet.
  constexpr Long kNear = 1e-10L;
  constexpr int kSteps = 70;
  for (int i = 0; i < kSteps && high - low > kNear * (1 + std::fabs(low)); ++i) {
    if (at_a > at_b) {
      high = b, b = a, at_b = at_a;
      a = high - kGolden * (high - low), at_a = f(a);
    } else {
      low = a, a = b, at_a = at_b;
      b = low + kGolden * (high - low), at_b = f(b);
    }
  }
  return (low + high) / 2;
}

}  // namespace

double tightest_order(const RenyiPromise& promise, double u, double v) {
  const RoughTest test(u, v);
  return static_cast<double>(tightest(test, promise.rho.approximate(), promise.xi.approximate()));
}

FoundTest largest_test(const RenyiPromise& exact, double u) {
  const RoughPromise promise(exact);
  const Long v = largest_v(promise, u);
  return {u, static_cast<double>(v), orders_at(promise, u, v)};
}

// The region of permitted tests is invariant under mirrored(). So for t >= 0 the best test has x <= 1 - y <= y, and u
// <= 0.
FoundTest best_test(const RenyiPromise& exact, double t) {
  const RoughPromise promise(exact);
  const auto gain = [&](Long u) { return rising_gain(promise, u, std::max(0.0, t)); };
  Long before = 0, here = -0.5L, at_here = gain(here);
  constexpr Long kFarthest = -1e15L;
  while (here > kFarthest) {
    const Long next = here * 2, at_next = gain(next);
    if (at_next < at_here) break;
    before = here, here = next, at_here = at_next;
  }
  const Long u = peak(gain, here * 2, before), v = largest_v(promise, u);
  return {static_cast<double>(u), static_cast<double>(v), orders_at(promise, u, v)};
}

}  // namespace plumbline::stated
