/// Verdicts read back from what verdict_json wrote.
#pragma once

#include "verify/claims/verdict_text.hpp"

namespace plumbline {

/// The line of which that is the object, as far as pages show it: numbers are those printed there.
/// Throws std::invalid_argument or nlohmann::json::exception where it is none.
JudgedLine read_verdict_json(const nlohmann::ordered_json& record);

}  // namespace plumbline
