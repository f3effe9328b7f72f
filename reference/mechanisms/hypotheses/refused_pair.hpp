/// The refusal of an expression by a rule for hypotheses.
#pragma once

#include <stdexcept>

namespace plumbline {

/// Thrown where an expression can be read and a rule refuses it: no pair is proved for the mechanism. Earlier
/// versions may have computed numbers of it, so that a certificate of such a mechanism is withdrawn
/// (reference/certificates/check.hpp). Other errors of expressions are std::invalid_argument alone.
struct RefusedPair : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

}  // namespace plumbline
