/// The digits that an answer states: one definition for records, certificates, C and statements.
#pragma once

#include <string>

namespace plumbline {

/// Returns -log10((upper - lower) / max(|lower|, |upper|)) of two printed ends, rounded down to a tenth ("17.7"); "exact"
/// where the ends are equal, and "0.0" where one of them alone is infinite or no number that can be read.
std::string stated_digits(const std::string& lower, const std::string& upper);

}  // namespace plumbline
