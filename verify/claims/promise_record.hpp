/// Converts records of libraries' claims about their mechanisms (cases/libraries/README.md) into claims.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

namespace plumbline {

/// Returns true if the object is such a record: it names a constructor.
bool is_promise_record(const nlohmann::json& object);

/// Returns the claims of a record, one for each pair of neighbours listed under `pair`. The promise of the record holds
/// if all of these claims hold. Throws std::invalid_argument, `field: defect`.
std::vector<nlohmann::json> claims_of_promise(const nlohmann::json& object);

}  // namespace plumbline
