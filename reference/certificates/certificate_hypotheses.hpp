/// Compares the hypotheses that a certificate states with those of its expressions.
///
/// THEOREM. If compare_hypotheses() has no objection, each member of the stated `hypotheses` and `other_hypotheses`
/// (relation, group, dominance, attainment, public facts, proof) is the one that the rules of mechanisms/hypotheses/
/// derive from `mechanism` and `other`, with one exception: certificates of version 3 may state the family of data
/// sets that an earlier rule derived. Readers use the derived hypotheses, which are weaker then. Hypotheses are stated
/// if and only if there is a mechanism.
/// Needs. The proofs of these rules (rules.hpp), and the facts of the entry of each mechanism. They depend on the
/// canonical expression alone.
/// Proof. The stated members are compared one by one. Certificates of versions 1 and 2 state no hypotheses; their
/// hypotheses are derived, and nothing is compared. A rule that rejects the expression throws RefusedPair.
#pragma once

#include "reference/certificates/check.hpp"
#include "reference/questions/stated_hypotheses.hpp"

namespace plumbline {

struct Answer;

/// Returns the hypotheses of the expressions of the certificate. Before version 3, factors with equal losses and
/// different hypotheses were merged, so that `mechanism` may have another relation or group than `written`; then the
/// result is that of `written`. Throws RefusedPair if a rule rejects an expression.
StatedHypotheses derived_hypotheses(const Certificate& certificate);

/// Adds the hypotheses of the canonical expressions. If the query has canonical form, they are those of the answer.
void state_hypotheses(const Query& query, const Answer& answer, Certificate* certificate);

/// Stores the derived hypotheses in the result. Adds an objection for each stated member that differs.
void compare_hypotheses(const Certificate& certificate, CheckResult* out);

}  // namespace plumbline
