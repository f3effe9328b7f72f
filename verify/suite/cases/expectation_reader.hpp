/// Reads the keys of a case for other quantities than those of profile_quantities() and for expectations other than
/// printed digits: `equals`, `expect_below`, `expect_above`, `expect_verdict`, `where`, `statement`.
#pragma once

#include "verify/suite/cases/expectation.hpp"
#include "verify/suite/cases/table_reader.hpp"

namespace plumbline {

/// The requests of a table with `quantity`, `mechanism`, `other`, `direction` and `at`: several if one argument has
/// several values and `several` is set. Faults become complaints.
std::vector<Query> read_requests(TableReader& table, bool several);

/// The keys of expectations. Formulas may use the names under `where` and, as `arguments`, those under `at`.
Expectations read_expectations(TableReader& table, const std::vector<std::string>& arguments,
                               Complaints& complaints);

/// The ids under `statement`.
std::vector<std::string> read_statements(TableReader& table);

}  // namespace plumbline
