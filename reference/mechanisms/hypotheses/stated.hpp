/// Functions that read the members of Hypotheses. Only code that builds Hypotheses includes hypotheses.hpp, which
/// defines the type; therefore a new member recompiles few sources.
#pragma once

#include <memory>
#include <string>

#include "reference/arithmetic/rational.hpp"
#include "reference/mechanisms/hypotheses/attained.hpp"
#include "reference/mechanisms/hypotheses/pair_relation.hpp"

namespace plumbline {

struct Hypotheses;

/// Shared hypotheses. nullptr means that there is no mechanism, for example for a channel or an attack.
using HypothesesPtr = std::shared_ptr<const Hypotheses>;

/// Returns the hypotheses of a pair without stated facts.
const HypothesesPtr& unstated_hypotheses();

PairRelation stated_relation(const Hypotheses& hypotheses);
const Rational& stated_group(const Hypotheses& hypotheses);
Attained stated_attainment(const Hypotheses& hypotheses);
/// Returns the description of the neighbours if the attainment is Attained::family; otherwise an empty text.
const std::string& stated_family(const Hypotheses& hypotheses);

/// Returns true if the pair dominates: it bounds the privacy loss of all neighbours.
bool is_dominating(const Hypotheses& hypotheses);
/// Returns true if some neighbours are known whose privacy loss is at least that of the pair.
bool is_shown_by_some(const Hypotheses& hypotheses);
/// Returns true if the pair is about records with keys that no other record has.
bool has_own_keys(const Hypotheses& hypotheses);
/// Returns true if the pair is about records that only raise the value to which the noise is added.
bool has_raising_records(const Hypotheses& hypotheses);
/// Returns true if the pair is about all records, whatever their keys and contributions.
bool is_about_all_records(const Hypotheses& hypotheses);
/// Returns true if both pairs are about the same kind of records: all records, records with keys that no other record
/// has, or records that only raise the value.
bool same_records(const Hypotheses& a, const Hypotheses& b);
/// Returns true if both have the same relation and the same group, and are about the same records.
bool same_neighbours(const Hypotheses& a, const Hypotheses& b);
/// Returns true if both state the same about a mechanism. The texts of family and proof, which name the mechanism, may
/// differ.
bool same_statement(const Hypotheses& a, const Hypotheses& b);
/// Returns true if all members are equal.
bool are_equal(const Hypotheses& a, const Hypotheses& b);

/// Returns the proofs in one text, separated by "; ".
std::string proof_text(const Hypotheses& hypotheses);
/// Returns "n = 1000, batch = 10"; an empty text if there are no public facts.
std::string public_text(const Hypotheses& hypotheses);
/// Returns a warning for readers with the relations and groups of the factors of a mixed pair, in one line; an empty
/// text for other pairs.
std::string mixed_warning(const Hypotheses& hypotheses);

}  // namespace plumbline
