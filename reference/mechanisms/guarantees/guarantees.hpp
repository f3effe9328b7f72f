/// Guarantees as mechanisms: each guarantee represents all mechanisms that satisfy it.
#pragma once

#include <vector>

#include "reference/mechanisms/mechanism_entry.hpp"

namespace plumbline {

/// Returns the entries zcdp and rdp, which are promises about Renyi divergences.
std::vector<MechanismEntry> promise_mechanism_entries();
/// Returns the entries gdp, dp, pure_dp, profile and tradeoff, each with one pair that attains it.
std::vector<MechanismEntry> attained_mechanism_entries();

/// Returns the registry entries of all guarantees.
std::vector<MechanismEntry> guarantee_mechanism_entries();

/// Return the pairs of zcdp and rdp. Throw std::invalid_argument on invalid parameters.
Mechanism zcdp_of(const Parameters& parameters);
Mechanism rdp_of(const Parameters& parameters);

/// Throw std::invalid_argument if rho and xi, or the orders and bounds, are out of range.
void require_concentrated(const struct RenyiPromise& promise);
void require_orders(const struct RenyiPromise& promise);
/// Returns the pair of a promise, with this expression. Throws std::invalid_argument if the promise is out of range.
Mechanism mechanism_of_promise(const struct RenyiPromise& promise, const std::string& expression);

}  // namespace plumbline
