/// The hypotheses under which a certificate's numbers are statements about a mechanism. All sentences of a page use
/// these functions.
#pragma once

#include <string>

#include "reference/certificates/certificate.hpp"
#include "reference/mechanisms/hypotheses/attacked.hpp"
#include "reference/mechanisms/hypotheses/stated.hpp"

namespace plumbline {

/// Returns the mechanism as typed, which the check proves to have the certificate's pair. Returns the canonical
/// mechanism if nothing was typed, or if a parameter is open, because its typed value is then only the start of a
/// search.
std::string typed_mechanism(const Certificate& certificate);
std::string typed_other(const Certificate& certificate);

/// Returns the hypotheses of the certificate's mechanism, which a check compares with the stated ones. For a mechanism
/// that bounds a run (role `at_most`, roles.hpp), returns the hypotheses of the run: no data sets of the run are known
/// to attain the pair. Null for a channel or an attack. Throws RefusedPair if a rule refuses the expression.
HypothesesPtr hypotheses_of(const Certificate& certificate);
/// Returns the hypotheses of the second mechanism; null if there is none.
HypothesesPtr other_hypotheses_of(const Certificate& certificate);

/// Returns a key that is equal for certificates about the same mechanism under the same relation.
std::string mechanism_key(const Certificate& certificate);
std::string other_key(const Certificate& certificate);

/// Returns the hypotheses of the attacked mechanism (attacked.hpp).
HypothesesPtr attacked_hypotheses(const Certificate& attack);

/// Throws std::invalid_argument, naming both factors and their relations, if a certificate is about a mixed pair: a
/// page has no sentence about such a pair.
void require_one_relation(const Certificate& certificate);

}  // namespace plumbline
