/// Reads one `[[case]]` table.
#pragma once

#include <toml++/toml.h>

#include <optional>

#include "verify/suite/cases/case_file.hpp"
#include "verify/suite/cases/table_reader.hpp"

namespace plumbline {

/// Returns the case, or nothing if it has a fault; each fault is one complaint.
std::optional<Case> read_case(const toml::table& table, const std::string& label,
                              Complaints& complaints);

}  // namespace plumbline
