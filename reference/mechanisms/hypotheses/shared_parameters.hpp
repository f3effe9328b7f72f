/// The public numbers of a pair.
#pragma once

#include <vector>

#include "reference/mechanisms/hypotheses/public_fact.hpp"

namespace plumbline {

struct Hypotheses;

/// Returns the public facts that are parameters of both data sets, such as numbers of records or steps. Conditions on
/// the differing records are excluded.
std::vector<PublicFact> shared_parameters(const Hypotheses& hypotheses);

}  // namespace plumbline
