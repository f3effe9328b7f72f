/// The digits of an enclosure that are certain.
#pragma once

#include <string>

namespace plumbline {

/// The leading digits on which both ends agree, "0.1476829…"; the interval where none exist.
std::string common_digits(const std::string& lower, const std::string& upper);

}  // namespace plumbline
