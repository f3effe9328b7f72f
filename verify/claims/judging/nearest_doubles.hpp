/// A claim's decimals are exact; an accountant that computes in doubles was handed the nearest ones.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>

#include "verify/claims/claim.hpp"

namespace plumbline {

/// Numbers of a text that are decimals and no doubles, as the nearest doubles in hex; all else as it stands:
/// doubles, names, fractions such as 1/3.
std::string with_nearest_doubles(const std::string& text);

/// Returns the claim with such numbers in its mechanism, arguments and value; nothing where it has
/// none, or where its mechanism was made of something else than an expression.
std::optional<Claim> at_nearest_doubles(const Claim& claim);

/// Returns the spelling of such a claim: "gaussian(sigma=0x1.4cccccccccccdp+0) at delta=0x1.b7cdfd9d7bdbbp-34".
std::string doubles_text(const Claim& nearest);
/// Returns it as JSON: `mechanism`, `at`, `value`.
nlohmann::ordered_json doubles_json(const Claim& nearest);

}  // namespace plumbline
