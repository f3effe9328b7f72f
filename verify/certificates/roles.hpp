/// The role of a certificate of a training run: `written.role`.
#pragma once

#include <string>

#include "reference/certificates/certificate.hpp"

namespace plumbline {

/// The roles in `written`. A check does not prove a role: the role states the purpose of a number. `at_least` and
/// `accountant` are numbers in addition to the run's own. `at_most` is the run's own number if the run is proved
/// to be at least as private as the mechanism, and no data sets of the run are known to attain its pair.
inline constexpr const char* kAtLeast = "at_least";
inline constexpr const char* kAtMost = "at_most";
inline constexpr const char* kAccountant = "accountant";
bool is_role(const std::string& text);

/// Returns the role of a certificate whose number accompanies a run's own number; empty if the number is about a
/// mechanism or is the run's own.
std::string role_of(const Certificate& certificate);
/// Returns true if the mechanism bounds a run and no data sets of the run are known to attain its pair.
bool is_bound_of_run(const Certificate& certificate);

}  // namespace plumbline
