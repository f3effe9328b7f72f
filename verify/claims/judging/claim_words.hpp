/// Claims in words and as commands.
#pragma once

#include <string>
#include <vector>

#include "verify/claims/claim.hpp"

namespace plumbline {

/// "delta(epsilon=1)".
std::string subject_of(const std::string& quantity, const std::vector<NamedNumber>& at);

/// A command that prints the truth, if that is known (infinite, say); of a claim about epsilon else delta at
/// that epsilon, which decides it.
std::string replay_command(const Claim& claim, bool truth_is_known);

}  // namespace plumbline
