/// Lower and upper bounds of the maximum of y - e^t x over the tests that a promise about Renyi divergences permits. A
/// test E is given by x = P(E) and y = Q(E).
#pragma once

#include <optional>
#include <vector>

#include "reference/engines/stated/order_values.hpp"

namespace plumbline::stated {

/// Returns true if the promise is proved to permit the test. `near` contains orders at which the promise is tight or
/// nearly tight. They are used only if the promise is for every order.
bool is_kept_by(const RenyiPromise& promise, const Test& test,
                const std::vector<PromisedOrder>& near, Bits p);

/// Returns y - e^t x at the test if is_kept_by(promise, test, near, p); nothing otherwise.
std::optional<Ball> gain_of_test(const RenyiPromise& promise, const Test& test,
                                 const std::vector<PromisedOrder>& near, const Ball& t, Bits p);

/// Returns an upper bound of y - e^t x over all tests that the promise permits. Each of the one or two orders in
/// `tight` requires phi(x, y) <= 0 for a convex function phi (OrderValues); the bound uses the tangent planes of these
/// functions at `test`. Returns nothing if the tangent planes yield no bound.
std::optional<Ball> gain_above(const RenyiPromise& promise, const Test& test,
                               const std::vector<PromisedOrder>& tight, const Ball& t, Bits p);

}  // namespace plumbline::stated
