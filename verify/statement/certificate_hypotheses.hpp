/// The hypotheses under which a certificate's numbers say something about a mechanism: the one place from which
/// every sentence of a page takes them.
#pragma once

#include <string>

#include "reference/certificates/certificate.hpp"
#include "reference/mechanisms/hypotheses/attacked.hpp"
#include "reference/mechanisms/hypotheses/stated.hpp"

namespace plumbline {

/// The mechanism as typed, which the check proves to have the certificate's pair; the canonical one where nothing
/// was typed, or a parameter is open and what was typed is a place to start from.
std::string typed_mechanism(const Certificate& certificate);
std::string typed_other(const Certificate& certificate);

/// Returns the hypotheses of the certificate's mechanism, which a check compares with those it states, or those of the
/// run that the mechanism bounds, which no data sets attain (roles.hpp); null for
/// a channel or an attack. Throws RefusedPair where a rule refuses the expression.
HypothesesPtr hypotheses_of(const Certificate& certificate);
/// Returns those of the second mechanism; null where there is none.
HypothesesPtr other_hypotheses_of(const Certificate& certificate);

/// Equal for certificates about one mechanism under one relation.
std::string mechanism_key(const Certificate& certificate);
std::string other_key(const Certificate& certificate);

/// Returns the hypotheses of what was attacked (attacked.hpp).
HypothesesPtr attacked_hypotheses(const Certificate& attack);

/// Throws std::invalid_argument, naming both factors and their relations, where a certificate is about a
/// mixed pair: a page makes no sentence of such.
void require_one_relation(const Certificate& certificate);

}  // namespace plumbline
