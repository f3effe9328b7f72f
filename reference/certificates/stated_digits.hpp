/// The number of digits of a stated answer. Records, certificates, the C interface and statements use this definition.
#pragma once

#include <string>

namespace plumbline {

/// Returns -log10((upper - lower) / max(|lower|, |upper|)) of two printed ends, rounded down to a tenth ("17.7");
/// "exact" if the ends are equal, and "0.0" if only one of them is infinite or cannot be parsed.
std::string stated_digits(const std::string& lower, const std::string& upper);

}  // namespace plumbline
