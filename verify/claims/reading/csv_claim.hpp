/// Claims as comma-separated values, with the JSON names as column names.
#pragma once

#include <string>
#include <vector>

#include "verify/base/text/record_text.hpp"
#include "verify/claims/claim.hpp"

namespace plumbline {

/// Parses a claim from a line below a header. `at` is written `delta=1e-5`, several arguments separated by
/// semicolons, or as JSON; numbers are exact decimals. Throws as claim_of() does.
Claim claim_of_csv(const std::vector<std::string>& header, const std::string& line);

/// Checks the columns, once for the file. Throws std::invalid_argument if a column has an unknown name, or if the
/// file contains answers of this program and no claims.
void check_claim_header(const std::vector<std::string>& header);

}  // namespace plumbline
