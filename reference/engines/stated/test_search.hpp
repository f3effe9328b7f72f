/// A search in doubles for the best test against a promise. No value computed here enters a bound.
#pragma once

#include <vector>

#include "reference/mechanisms/guarantees/renyi_promise.hpp"

namespace plumbline::stated {

/// An order whose promise is tight at a test, or nearly so.
struct TightOrder {
  bool mirrored = false, moving = false;
  size_t listed =
      0;  ///< its index in the list of orders; for a promise at every order, 0 means a = 1
  double order = 1;
  double room = 0;  ///< 1 - D_a/bound
};

struct FoundTest {
  double u = 0, v = 0;            ///< the logits of x and y
  std::vector<TightOrder> tight;  ///< the tightest first
};

/// A test with the largest y - e^t x, t >= 0, that the promise permits.
FoundTest best_test(const RenyiPromise& promise, double t);

/// The test with this u = logit(x) and the largest y that the promise leaves room for.
FoundTest largest_test(const RenyiPromise& promise, double u);

/// The order a >= from of D_a(Q||P) - rho a - xi, or of its mirror, at which (a - 1) times that is largest, where
/// its slope falls; at most `from` where it falls from there on.
double tightest_order(const RenyiPromise& promise, double u, double v);

}  // namespace plumbline::stated
