/// The error for a valid expression that a rule for hypotheses (rules.hpp) refuses.
#pragma once

#include "reference/arithmetic/input_errors.hpp"

namespace plumbline {

/// Thrown if an expression is valid but a rule refuses it: no pair is proved for the mechanism. Earlier versions may
/// have certified numbers of this mechanism; the check withdraws such certificates (reference/certificates/check.hpp).
/// Other errors of expressions are only std::invalid_argument.
struct RefusedPair : NotCovered {
  using NotCovered::NotCovered;
};

}  // namespace plumbline
