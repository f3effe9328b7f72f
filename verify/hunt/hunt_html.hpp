/// A hunt as a page: its finds, and the map of where was asked.
#pragma once

#include <string>

#include "verify/hunt/hunt.hpp"
#include "verify/hunt/hunt_text.hpp"

namespace plumbline {

std::string hunt_html(const HuntResult& result, const HuntedTool& tool);

}  // namespace plumbline
