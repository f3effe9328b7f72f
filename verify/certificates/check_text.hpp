/// Formats the outcome of the check of a certificate as text for people.
#pragma once

#include <string>
#include <vector>

#include "verify/certificates/check_record.hpp"

namespace plumbline {

/// Returns a text such as "delta(epsilon=1.5) of gaussian(sigma=1), forward".
std::string subject_of(const Certificate& certificate);
/// Returns "[lower, upper]", or a single number if both texts are equal.
std::string interval_text(const std::string& lower, const std::string& upper);

std::string check_text(const CheckedPlace& place, const Certificate& certificate,
                       const CheckResult& result);
/// Returns a text such as "12 certificates: 11 confirmed, 1 refuted".
std::string check_summary(const std::vector<CheckResult>& results);

}  // namespace plumbline
