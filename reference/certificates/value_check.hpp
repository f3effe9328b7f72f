/// Checks the stated numbers by answering the question again, for all quantities except calibrations.
///
/// THEOREM. Let a certificate state x_0 (`lower`, `upper`) and further numbers x_1, ... (`values`). If every end and
/// finding is proved, then
///   (a) every x_i lies in its interval, where an infinite end states nothing;
///   (b) `infinite: yes` implies that x_0 is +infinity;
///   (c) every other finding that states anything is certified by the formulas. `undecided` states nothing; `none`
///       for a number of steps states that no number was certified.
/// comparison_check.hpp covers crossings and the findings of a comparison, and prior_check.hpp the prior of a
/// divergence.
/// Needs. answer() of the query with another engine, path or more digits encloses the same numbers: the request
/// consists of the members that the certificate states (request_of()), and the record (requested digits, engine,
/// budget, witness) only chooses a path. check_members() checks which numbers belong to the quantity, and that no
/// name occurs twice.
/// Proof.
///   (a) An enclosure is printed outward, so that the decimals enclose x_i. Several enclosures are intersected;
///       `lower` is proved if it is at most the lower end of the intersection, and `upper` likewise (NumberProof). A
///       name identifies its number, except for crossings, whose names are only their order and which are not
///       matched. A missing enclosure proves nothing, so that a stated number without an enclosure remains open.
///   (b) answer() returns infinity only if it is certain. An enclosure with a finite upper end refutes it.
///   (c) Each finding is compared literally with the finding of the same name.
#pragma once

#include "reference/certificates/paths.hpp"

namespace plumbline {

/// Checks the stated values and the findings about them; stores the enclosure of the first number.
void check_values(const CheckTask& task, CheckResult* out);

}  // namespace plumbline
