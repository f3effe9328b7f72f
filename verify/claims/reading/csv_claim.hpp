/// Claims as comma-separated values, with the JSON names as column names.
#pragma once

#include <string>
#include <vector>

#include "verify/base/record_text.hpp"
#include "verify/claims/claim.hpp"

namespace plumbline {

/// A claim from a line under a header. `at` is written `delta=1e-5`, several arguments separated by
/// semicolons, or as JSON; numbers are exact decimals. Throws like claim_of().
Claim claim_of_csv(const std::vector<std::string>& header, const std::string& line);

}  // namespace plumbline
