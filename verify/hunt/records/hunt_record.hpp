/// A hunt as a record from which its page is made (reports/): its findings in sentences, and the map of its coverage.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "verify/hunt/hunt.hpp"
#include "verify/hunt/records/hunt_text.hpp"

namespace plumbline {

nlohmann::ordered_json hunt_record(const HuntResult& result, const HuntedTool& tool);

}  // namespace plumbline
