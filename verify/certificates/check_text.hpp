/// The outcome of a check as text for people.
#pragma once

#include <string>
#include <vector>

#include "verify/certificates/check_record.hpp"

namespace plumbline {

/// Returns "delta(epsilon=1.5) of gaussian(sigma=1), forward".
std::string subject_of(const Certificate& certificate);
/// Returns "[a, b]", or one number.
std::string interval_text(const std::string& lower, const std::string& upper);

std::string check_text(const CheckedPlace& place, const Certificate& certificate,
                       const CheckResult& result);
/// Returns "12 certificates: 11 confirmed, 1 refuted".
std::string check_summary(const std::vector<CheckResult>& results);

}  // namespace plumbline
