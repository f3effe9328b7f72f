/// The members of hypotheses, for code that reads hypotheses and builds none. hypotheses.hpp, which defines the type, is
/// included by the rules that build hypotheses alone, so that a new member compiles few sources again.
#pragma once

#include <memory>
#include <string>

#include "reference/arithmetic/rational.hpp"
#include "reference/mechanisms/hypotheses/attained.hpp"
#include "reference/mechanisms/hypotheses/pair_relation.hpp"

namespace plumbline {

struct Hypotheses;

/// Shared hypotheses. nullptr means: the subject is no mechanism.
using HypothesesPtr = std::shared_ptr<const Hypotheses>;

/// Returns the hypotheses of a pair about which nothing is stated.
const HypothesesPtr& unstated_hypotheses();

PairRelation stated_relation(const Hypotheses& hypotheses);
const Rational& stated_group(const Hypotheses& hypotheses);
Attained stated_attainment(const Hypotheses& hypotheses);
/// Returns the neighbours of Attained::family; the empty text otherwise.
const std::string& stated_family(const Hypotheses& hypotheses);

/// Returns whether no neighbours lose more than the pair.
bool is_dominating(const Hypotheses& hypotheses);
/// Returns whether neighbours are known that lose as much as the pair.
bool is_shown_by_some(const Hypotheses& hypotheses);
/// Returns whether the pair is about records alone whose keys nobody else has.
bool has_own_keys(const Hypotheses& hypotheses);
/// Returns whether both have one relation and one group, and both or neither are about keys that nobody else has.
bool same_neighbours(const Hypotheses& a, const Hypotheses& b);
/// Returns whether both say the same about a mechanism. The texts of family and proof, which name it, may differ.
bool same_statement(const Hypotheses& a, const Hypotheses& b);
/// Returns whether all members are equal.
bool are_equal(const Hypotheses& a, const Hypotheses& b);

/// Returns the proofs in one text, "; " between them.
std::string proof_text(const Hypotheses& hypotheses);
/// Returns "n = 1000, batch = 10"; the empty text without public facts.
std::string public_text(const Hypotheses& hypotheses);
/// Returns the relation and the group of a mixed pair's factors in one line for people, or the empty text.
std::string mixed_warning(const Hypotheses& hypotheses);

}  // namespace plumbline
