/// The certain digits of an enclosure.
#pragma once

#include <string>

namespace plumbline {

/// Returns the leading digits on which both ends agree, "0.1476829…"; the interval if they agree on none.
std::string common_digits(const std::string& lower, const std::string& upper);

}  // namespace plumbline
