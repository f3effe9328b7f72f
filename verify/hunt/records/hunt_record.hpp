/// A hunt as a record: the finds in prose, and the map of the questions. The package in reports/ makes a page from it.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "verify/hunt/hunt.hpp"
#include "verify/hunt/records/hunt_text.hpp"

namespace plumbline {

nlohmann::ordered_json hunt_record(const HuntResult& result, const HuntedTool& tool);

}  // namespace plumbline
