/// Claims as comma-separated values, with the JSON names as column names.
#pragma once

#include <string>
#include <vector>

#include "verify/claims/claim.hpp"

namespace plumbline {

/// The fields of one line; quoted ones may hold commas and doubled quotes, not line breaks. Throws
/// std::invalid_argument on an open quote.
std::vector<std::string> csv_fields(const std::string& line);

/// A claim from a line under a header. `at` is written `delta=1e-5`, several arguments separated by
/// semicolons, or as JSON; numbers are exact decimals. Throws like claim_of().
Claim claim_of_csv(const std::vector<std::string>& header, const std::string& line);

}  // namespace plumbline
