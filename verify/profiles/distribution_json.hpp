/// Reads distributions in JSON: the fields of the objects of dp_accounting, prv_accountant and riskcal.
#pragma once

#include <string>
#include <vector>

#include "verify/profiles/distribution_file.hpp"

namespace plumbline {

/// The accepted forms of a file, for error messages.
inline constexpr const char* kDistributionForms =
    "give CSV with the names loss,mass, or JSON with the fields discretization, lower_loss, probs "
    "and infinity_mass (plumbline profile check --help names all forms)";

/// Parses distributions. Throws std::invalid_argument, which names the field and the remedy.
std::vector<StoredDistribution> json_distributions(const std::string& text, ProfileSide side);

}  // namespace plumbline
