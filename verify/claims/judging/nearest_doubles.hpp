/// Claims at the nearest doubles: the decimals of a claim are exact, but an accountant that computes in doubles
/// receives the nearest doubles.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>

#include "verify/claims/claim.hpp"

namespace plumbline {

/// Replaces numbers of a text that are decimals and not doubles by the nearest doubles in hex. Doubles, names and
/// fractions such as 1/3 are unchanged.
std::string with_nearest_doubles(const std::string& text);

/// Returns the claim with its mechanism, arguments and value at the nearest doubles; nothing if all numbers are
/// doubles, or if the claim depends on more than its expression, arguments and value.
std::optional<Claim> at_nearest_doubles(const Claim& claim);

/// Returns the text of a claim at the nearest doubles, for example "gaussian(sigma=0x1.4cccccccccccdp+0) at
/// delta=0x1.b7cdfd9d7bdbbp-34".
std::string doubles_text(const Claim& nearest);
/// Returns a claim at the nearest doubles as JSON: `mechanism`, `at`, `value`.
nlohmann::ordered_json doubles_json(const Claim& nearest);

}  // namespace plumbline
