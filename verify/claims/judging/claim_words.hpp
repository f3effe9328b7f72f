/// Claims as text and as commands.
#pragma once

#include <string>
#include <vector>

#include "verify/claims/claim.hpp"

namespace plumbline {

/// Returns the claimed quantity with its arguments as text, for example "delta(epsilon=1)".
std::string subject_of(const std::string& quantity, const std::vector<NamedNumber>& at);

/// Returns a command that prints the true value. For a claim about epsilon whose true value is unknown, the command
/// prints delta at the claimed epsilon, which decides the claim.
std::string replay_command(const Claim& claim, bool truth_is_known);

}  // namespace plumbline
