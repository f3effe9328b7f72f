/// Records of libraries' claims about their mechanisms (cases/libraries/README.md), as claims.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

namespace plumbline {

/// Returns true if it is such a record: it names a constructor.
bool is_promise_record(const nlohmann::json& object);

/// The claims that it makes, one of each pair of neighbours that it lists under `pair`: all must hold.
/// Throws std::invalid_argument, `field: what is wrong`.
std::vector<nlohmann::json> claims_of_promise(const nlohmann::json& object);

}  // namespace plumbline
