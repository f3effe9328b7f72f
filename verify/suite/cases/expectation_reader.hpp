/// Reads the keys of a case for quantities that are not in profile_quantities(), and for expectations that are not
/// printed digits: `equals`, `expect_below`, `expect_above`, `expect_verdict`, `where`, `statement`.
#pragma once

#include "verify/suite/cases/expectation.hpp"
#include "verify/suite/cases/table_reader.hpp"

namespace plumbline {

/// Returns the requests of a table with `quantity`, `mechanism`, `other`, `direction` and `at`: several if one
/// argument has several values and `several` is set. Faults are added to the complaints.
std::vector<Query> read_requests(TableReader& table, bool several);

/// Reads the keys of expectations. Formulas may use the names under `where` and the names in `arguments`, which are the
/// names under `at`.
Expectations read_expectations(TableReader& table, const std::vector<std::string>& arguments,
                               Complaints& complaints);

/// Returns the ids under `statement`.
std::vector<std::string> read_statements(TableReader& table);

}  // namespace plumbline
