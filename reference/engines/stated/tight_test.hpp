/// Computes the test at which a promise is tight, to any precision: a heuristic choice that enters no bound by
/// itself.
#pragma once

#include <optional>
#include <vector>

#include "reference/engines/stated/order_values.hpp"
#include "reference/engines/stated/test_search.hpp"

namespace plumbline::stated {

struct TightTest {
  Test test;
  /// The orders that are tight at the test. For a moving order, the order found by Newton's method.
  std::vector<PromisedOrder> tight;
};

/// Applies Newton's method, starting at the test `from`, to one or two orders at which the promise should be tight.
/// For a single order, a further equation requires that the curve phi = 0 of the order has the slope e^t at the test.
/// Returns nothing if the method does not converge.
std::optional<TightTest> tight_test(const RenyiPromise& promise, const FoundTest& from,
                                    const std::vector<TightOrder>& tight, const Ball& t, Bits p);

}  // namespace plumbline::stated
