/// The refusal of an expression by a rule for hypotheses.
#pragma once

#include "reference/arithmetic/input_errors.hpp"

namespace plumbline {

/// Thrown where an expression can be read and a rule refuses it: no pair is proved for the mechanism. Earlier
/// versions may have computed numbers of it, so that a certificate of such a mechanism is withdrawn
/// (reference/certificates/check.hpp). Other errors of expressions are std::invalid_argument alone.
struct RefusedPair : NotCovered {
  using NotCovered::NotCovered;
};

}  // namespace plumbline
