/// Searches in doubles for the best test against a promise. No value computed here enters a bound.
#pragma once

#include <vector>

#include "reference/mechanisms/guarantees/renyi_promise.hpp"

namespace plumbline::stated {

/// An order whose promise is tight at a test, or nearly so.
struct TightOrder {
  bool mirrored = false, moving = false;
  size_t listed = 0;  ///< index in the list of orders; 0 for a promise at every order
  double order = 1;
  double room = 0;  ///< 1 - D_a/bound; negative if the order excludes the test
};

struct FoundTest {
  double u = 0, v = 0;            ///< the logits of x and y
  std::vector<TightOrder> tight;  ///< the orders, the tightest first
};

/// Returns the test with the largest y - e^t x, t >= 0, among those that the promise permits.
FoundTest best_test(const RenyiPromise& promise, double t);

/// Returns the test with this u = logit(x) and the largest y that the promise permits.
FoundTest largest_test(const RenyiPromise& promise, double u);

/// Returns the order a > 1 at which (a - 1) (D_a(Q||P) - rho a - xi) has a maximum, that is, its slope decreases
/// through 0. Returns 1 if there is none.
double tightest_order(const RenyiPromise& promise, double u, double v);

}  // namespace plumbline::stated
