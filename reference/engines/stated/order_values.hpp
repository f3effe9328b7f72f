/// A promise about Renyi divergences, evaluated at one order and one test. A test E is described by two
/// probabilities, P(E) and Q(E).
#pragma once

#include "reference/arithmetic/ball.hpp"
#include "reference/mechanisms/guarantees/renyi_promise.hpp"

namespace plumbline::stated {

/// A test E, described by the logits of x = P(E) and y = Q(E), which are exact balls.
struct Test {
  Ball u, v;  ///< x = 1/(1 + e^-u), y = 1/(1 + e^-v)
};

/// Returns the test (1 - y, 1 - x), that is, the complement of E with P and Q exchanged. D_a(P||Q) at a test equals
/// D_a(Q||P) at the mirrored test.
Test mirrored(const Test& test);

/// x, 1 - x, y, 1 - y and their logarithms, each with its own relative accuracy.
struct TestValues {
  Ball x, x_rest, y, y_rest, log_x, log_x_rest, log_y, log_y_rest;
};
TestValues values_of(const Test& test, Bits p);

/// One order of a promise about D_a(Q||P), or about D_a(P||Q) if `mirrored`.
struct PromisedOrder {
  bool mirrored = false;
  bool moving = false;  ///< the promise is for every order, and `order` is any a > 1
  Ball order, bound;    ///< a, and the promised bound of D_a
};

/// The promise as a convex function phi of (x, y), with its partial derivatives. phi is at most 0 if and only if the
/// test satisfies the promise. It is scaled by a positive number:
///     a > 1: g/g0 - C/g0,   a < 1: C/g0 - g/g0,   a = 1: KL - bound,
/// with g = y^a x^(1-a) + (1-y)^a (1-x)^(1-a), C = e^((a-1) bound), and g0 the value of g at the test.
struct OrderValues {
  Ball phi, phi_x, phi_y;
  /// A number with the sign of phi: log g - log C if a > 1, log C - log g if a < 1, KL - bound if a = 1.
  Ball excess;
  /// For a moving order: the derivative of log g - (a-1)(xi + rho a) in a, with xi and rho of the promise.
  Ball slope;
};
OrderValues values_at(const RenyiPromise& promise, const PromisedOrder& order, const Test& test,
                      Bits p);

}  // namespace plumbline::stated
