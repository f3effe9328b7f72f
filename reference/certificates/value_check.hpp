/// Checks numbers by deriving them again as a whole: all quantities except calibrations.
///
/// THEOREM. Let a certificate be about x_0 (`lower`, `upper`) and further numbers x_1, ... (`values`). If every end and
/// finding is proved, then
///   (a) every x_i lies in its interval, where an infinite end states nothing;
///   (b) `infinite: yes`: x_0 is +infinity;
///   (c) every other finding is certified by the formulas, if it states anything: `undecided` does
///       not, and `none` for a number of steps means that no number was certified. comparison_check.hpp covers
///       crossings and the findings of a comparison, prior_check.hpp the prior of a divergence. Needs. answer() of the
///       query with another engine, path or more digits encloses the same numbers:
///   the request consists of the members that the certificate states (request_of()), and
///   the record (digits requested, engine, budget, witness) only chooses a path. check_members()
///   checks which numbers belong to the quantity, and that no name occurs twice. Proof. (a) An enclosure is printed
///   outward, so the decimals enclose x_i; several are intersected,
///   and `lower` is proved where it is at most the lower end of that, `upper` likewise (NumberProof).
///   Numbers are matched by name alone, which identifies the number; crossings, which their order
///   names, are not matched. A missing enclosure proves nothing, so that a stated number
///   without an enclosure stays open. (b) answer() returns infinity only if it is certain; an
///   enclosure with a finite upper end refutes it. (c) Findings are compared literally, each with the finding of
///   the same name.
#pragma once

#include "reference/certificates/paths.hpp"

namespace plumbline {

/// Checks the stated values, with the findings about them; stores the enclosure of the first number.
void check_values(const CheckTask& task, CheckResult* out);

}  // namespace plumbline
