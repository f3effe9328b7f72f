/// The role of a certificate of a training run: `written.role`.
#pragma once

#include <string>

#include "reference/certificates/certificate.hpp"

namespace plumbline {

/// The roles, as `written` has them. No check proves a role: it says what a number is for. `at_least` and `accountant`
/// are numbers beside the run's own. `at_most` is the run's own number where the mechanism is proved to be no less
/// private than the run, and no data sets of the run are known to have its pair.
inline constexpr const char* kAtLeast = "at_least";
inline constexpr const char* kAtMost = "at_most";
inline constexpr const char* kAccountant = "accountant";
bool is_role(const std::string& text);

/// Returns the role of a number beside a run's own; empty where the number is a mechanism's or a run's own.
std::string role_of(const Certificate& certificate);
/// Returns whether the mechanism bounds a run and no data sets of the run are known to have its pair.
bool is_bound_of_run(const Certificate& certificate);

}  // namespace plumbline
