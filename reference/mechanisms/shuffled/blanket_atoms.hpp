/// The pair of the blanket (blanket_response.hpp) for few users, as a finite list of losses, so that compositions are
/// finite sums.
#pragma once

#include "reference/mechanisms/dominating_pair.hpp"

namespace plumbline {

/// In addition to the user's own answer there are M uniform answers, where M has the law Bin(users - 1, share). Each of
/// them is 0 with probability 1/values, and 1 with the same probability. rest = 1 - share is a separate member, so that
/// neither is computed as a difference.
struct BlanketLaw {
  Rational epsilon0;
  long users;
  Real values;  ///< at least 2
  Real share, rest;
};

/// Returns true if the pair has few enough losses for such a list. `binary` states that `values` is 2.
bool blanket_has_few_losses(long users, bool binary);

/// Returns the pair of BLANKET-ATOMS.
Mechanism blanket_of_atoms(const BlanketLaw& law, const std::string& expression);

}  // namespace plumbline
