/// Results of a kind this report does not know: shown as they are, member by member.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "verify/report/results.hpp"

namespace plumbline {

/// The members of a result as text, nested ones by dotted names ("at.alpha", "judged.0.value"),
/// without `skipped` and without empty ones.
std::vector<std::pair<std::string, std::string>> flat_members(
    const Json& result, const std::vector<std::string>& skipped);

}  // namespace plumbline
