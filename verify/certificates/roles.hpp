/// The role of a certificate that belongs to a training run. The member `written.role` states it.
#pragma once

#include <string>

#include "reference/certificates/certificate.hpp"

namespace plumbline {

/// The roles in `written`. A check does not prove a role: the role states the purpose of a number. The main number of a
/// run has no role, with one exception: it has the role `at_most` if the run is proved to be at least as private as the
/// mechanism of the certificate, and no data sets of the run are known to attain the pair of this mechanism. `at_least`
/// and `accountant` mark numbers in addition to the main number.
inline constexpr const char* kAtLeast = "at_least";
inline constexpr const char* kAtMost = "at_most";
inline constexpr const char* kAccountant = "accountant";
bool is_role(const std::string& text);

/// Returns the role `at_least` or `accountant` of a number in addition to the main number of a run. Empty for the main
/// number, and for certificates that do not belong to a run.
std::string role_of(const Certificate& certificate);
/// Returns true if the certificate has the role `at_most`.
bool is_bound_of_run(const Certificate& certificate);

}  // namespace plumbline
