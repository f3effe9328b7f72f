/// The hypotheses under which a certificate's numbers say something about a mechanism: the one place from which
/// every sentence of a page takes them.
#pragma once

#include <optional>

#include "reference/certificates/certificate.hpp"

namespace plumbline {

struct Hypotheses;

/// The mechanism as typed, which the check proves to have the certificate's pair; the canonical one where nothing
/// was typed, or a parameter is open and what was typed is a place to start from.
std::string typed_mechanism(const Certificate& certificate);
std::string typed_other(const Certificate& certificate);

/// Returns the hypotheses of the certificate's mechanism, which a check compares with those it states; nothing for
/// a channel or an attack. Throws RefusedPair where a rule refuses the expression.
std::optional<Hypotheses> hypotheses_of(const Certificate& certificate);
/// Returns those of the second mechanism; nothing where there is none.
std::optional<Hypotheses> other_hypotheses_of(const Certificate& certificate);

/// Equal for certificates about one mechanism under one relation.
std::string mechanism_key(const Certificate& certificate);
std::string other_key(const Certificate& certificate);

/// Returns the hypotheses of what was attacked: one record is added or removed, or, in one direction, removed
/// or added alone. An attack is nobody's bound: nothing dominates.
Hypotheses attacked_hypotheses(const Certificate& attack);

/// Whether a bound for all neighbours under the first relation is one for what the second describes: equal
/// relations and groups, or a pair that is stated without a relation and takes on the other's.
bool covers(const Hypotheses& promise, const Hypotheses& attacked);

/// Throws std::invalid_argument, naming both factors and their relations, where a certificate is about a
/// mixed pair: a page makes no sentence of such.
void require_one_relation(const Certificate& certificate);

}  // namespace plumbline
