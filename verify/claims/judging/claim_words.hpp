/// Claims in words and as commands.
#pragma once

#include <string>
#include <vector>

#include "verify/claims/claim.hpp"

namespace plumbline {

/// "delta(epsilon=1)".
std::string subject_of(const std::string& quantity, const std::vector<NamedNumber>& at);

/// Returns a command that prints the truth if it is known (for example infinite). For a claim about epsilon whose truth
/// is unknown, the command prints delta at that epsilon, which decides the claim.
std::string replay_command(const Claim& claim, bool truth_is_known);

}  // namespace plumbline
