/// Renyi divergences of all mechanisms with a promise about Renyi divergences.
#pragma once

#include <optional>

#include "reference/arithmetic/running/effort.hpp"
#include "reference/composition/composition.hpp"
#include "reference/mechanisms/guarantees/renyi_promise.hpp"
#include "reference/values/extended.hpp"

namespace plumbline {

/// Returns the promise if the composition is a single promise about Renyi divergences, without sampling and without
/// infinite losses; nothing otherwise.
std::optional<RenyiPromise> whole_promise(const Composition& composition);

/// Returns an upper bound of D_a, in both directions, that follows from the promise; nothing if some mechanism with the
/// promise has an infinite D_a. The order is at least 0.
std::optional<Rational> divergence_at_most(const RenyiPromise& promise, const Rational& order);

/// Returns the rho of the most revealing Gaussian pair that satisfies the promise: this pair has D_a = rho a.
Rational gaussian_rho(const RenyiPromise& promise);

/// Returns the supremum of D_a over all mechanisms with the promise, enclosed between the divergence of a Gaussian
/// pair and the upper bound.
Extended promised_renyi(const RenyiPromise& promise, const Rational& order, const Effort& effort);

/// Returns the supremum of D_a/a over all mechanisms with the promise and all orders from 1, or from 1 to a maximum.
Extended promised_rho(const RenyiPromise& promise, const std::optional<Rational>& up_to,
                      const Effort& effort);

}  // namespace plumbline
