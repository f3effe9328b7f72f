/// The hypotheses that a certificate states, compared with those of its expressions.
///
/// THEOREM. Where compare_hypotheses() objects to nothing, each member of the stated `hypotheses` and
///   `other_hypotheses` (relation, group, dominance, attainment, public facts, proof) is the one that the
///   rules of mechanisms/hypotheses/ derive from `mechanism` and `other`, and they are stated exactly where
///   there is a mechanism.
/// Needs. The proofs beside those rules (rules.hpp), and the facts of each mechanism's entry: they depend on
///   the canonical expression alone.
/// Proof. Each member is compared as said. Certificates of versions 1 and 2 state nothing; their hypotheses are
///   derived, and nothing is compared. A rule that refuses the expression throws RefusedPair.
#pragma once

#include "reference/certificates/check.hpp"
#include "reference/questions/stated_hypotheses.hpp"

namespace plumbline {

struct Answer;

/// Returns the hypotheses of the certificate's expressions. Before version 3 the factors of one loss under
/// unlike hypotheses were merged, so that `mechanism` may have another relation or group than `written`: then
/// the result is that of `written`. Throws RefusedPair where a rule refuses an expression.
StatedHypotheses derived_hypotheses(const Certificate& certificate);

/// Adds the hypotheses of the canonical expressions: those of the answer, which are the query's own, where the
/// query is written in canonical form.
void state_hypotheses(const Query& query, const Answer& answer, Certificate* certificate);

/// Keeps the derived hypotheses in the result, and objects to each stated member that differs.
void compare_hypotheses(const Certificate& certificate, CheckResult* out);

}  // namespace plumbline
