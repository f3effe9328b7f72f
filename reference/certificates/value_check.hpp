/// Numbers that are derived again as a whole: everything but calibrations.
///
/// THEOREM. Of a certificate about x_0 (`lower`, `upper`) and further numbers x_1, ... (`values`): where
/// every end and finding is proved,
///   (a) every x_i lies in its interval, an end that is infinite stating nothing;
///   (b) `infinite: yes`: x_0 is +infinity;
///   (c) every other finding is what the formulas certify, where it states anything: `undecided` does
///       not, and `none` of a number of steps says that no number was certified.
/// Crossings and the findings of a comparison are those of comparison_check.hpp, the prior of a
/// divergence that of prior_check.hpp.
/// Needs. answer() of the query with another engine, path or more digits encloses the same numbers:
///   the request is read from the members that the certificate states (request_of()), and nothing of
///   the record (digits requested, engine, budget, witness) enters but as a choice of path. Which
///   numbers belong to the quantity, and that no name occurs twice: check_members().
/// Proof. (a) An enclosure is printed outward, so the decimals enclose x_i; several are intersected,
///   and `lower` is proved where it is at most the lower end of that, `upper` likewise (NumberProof).
///   Numbers are matched by name alone, which says which number it is; crossings, which their order
///   names, are not matched. What an enclosure lacks supports nothing, so that a stated number
///   which no enclosure has stays open. (b) answer() says so only where it is certain; an
///   enclosure with a finite upper end refutes it. (c) compared to the letter, each with the one of
///   its name.
#pragma once

#include "reference/certificates/paths.hpp"

namespace plumbline {

/// Checks the stated values, with the findings about them; the enclosure of the first number.
void check_values(const CheckTask& task, CheckResult* out);

}  // namespace plumbline
