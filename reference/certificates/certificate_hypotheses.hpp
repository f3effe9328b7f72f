/// Compares the hypotheses that a certificate states with those of its expressions.
///
/// THEOREM. If compare_hypotheses() has no objection, each member of the stated `hypotheses` and
///   `other_hypotheses` (relation, group, dominance, attainment, public facts, proof) is the one that the
///   rules of mechanisms/hypotheses/ derive from `mechanism` and `other`, and they are stated if and only if
///   there is a mechanism. Needs. The proofs beside those rules (rules.hpp), and the facts of each mechanism's entry:
///   they depend on
///   the canonical expression alone. Proof. Each member is compared as stated. Certificates of versions 1 and 2 state
///   nothing; their hypotheses are
///   derived, and nothing is compared. A rule that refuses the expression throws RefusedPair.
#pragma once

#include "reference/certificates/check.hpp"
#include "reference/questions/stated_hypotheses.hpp"

namespace plumbline {

struct Answer;

/// Returns the hypotheses of the certificate's expressions. Before version 3, factors with equal losses and different
/// hypotheses were merged, so that `mechanism` may have another relation or group than `written`: then the result is
/// that of `written`. Throws RefusedPair if a rule refuses an expression.
StatedHypotheses derived_hypotheses(const Certificate& certificate);

/// Adds the hypotheses of the canonical expressions. These are the hypotheses of the answer if the query is written in
/// canonical form.
void state_hypotheses(const Query& query, const Answer& answer, Certificate* certificate);

/// Stores the derived hypotheses in the result, and objects to each stated member that differs.
void compare_hypotheses(const Certificate& certificate, CheckResult* out);

}  // namespace plumbline
