/// The role of a certificate beside a training run's own: `written.role`.
#pragma once

#include <string>

#include "reference/certificates/certificate.hpp"

namespace plumbline {

/// The roles, as `written` has them. No check proves them: they say what a number is for.
inline constexpr const char* kAtLeast = "at_least";
inline constexpr const char* kAccountant = "accountant";
bool is_role(const std::string& text);

/// The role of a certificate; empty where the number is a mechanism's own.
std::string role_of(const Certificate& certificate);

}  // namespace plumbline
