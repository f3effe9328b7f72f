/// Checks a certificate without computing its value again, and compares it with another run of the
/// computation.
///
/// THEOREM. (a) request_of() gives the question that the certificate states: mechanisms, argument,
///   numbers and options to the letter, and nothing else but the digits and the engine asked, which
///   no enclosure depends on but in its width. It is one the quantity has (check_question()).
/// (b) Where inconsistencies() objects to nothing: lower <= upper, and so the ends of each value; the
///   argument is in canonical form; each member of `written` stands for the member of the question that
///   it is about, mechanisms for the canonical expression, numbers for the same fraction, options for
///   the same word; `digits` is -log10 of the relative width, rounded down to a tenth, or at a border
///   of two tenths the other one; `reached` goes with it; each error is >= 0 or infinite, and of delta,
///   tv and divergences, where the digits were reached, half the width is at most their sum and a
///   unit of the last digit printed, and the sum at most four times half the width and that unit.
/// (c) differences() is empty only if the ends are those of the other run or, where engines have
///   parameters to tell, wider ones; values contain those of the other run; findings are the same to the
///   letter (`safe_double` may be missing); and so are engine, parameters and thresholds, and a budget
///   that is not wider on account of a wider interval.
/// Needs. Rational: exact fractions. canonical_subject() depends on the text alone, and two texts with
///   one canonical form are one mechanism.
/// Proof. Each is compared as said, by fractions or letter by letter. Doubles enter `digits` and `reached`
///   alone, of which no end depends. Nothing here says that a number lies between its ends.
#pragma once

#include "reference/certificates/check.hpp"
#include "reference/certificates/interval.hpp"

namespace plumbline {

/// Returns the query that the certificate is about. Throws std::invalid_argument, naming what cannot be read.
Query request_of(const Certificate& certificate);

/// Fields that contradict each other. Objections: ends in the wrong order, digits that the interval does
/// not have, an error budget that does not explain the width, what the user wrote
/// against what it stands for. Where the requested digits were not reached, a width that the budget
/// does not explain (what is true without any work) is a note, and so is a budget that exceeds the width. An engine that there is not, or was not
/// asked, is one of the record.
void inconsistencies(const Certificate& certificate, const Interval& interval, CheckResult* out);

/// The value of that name; null if there is none.
const NamedInterval* find_value(const std::vector<NamedInterval>& values, const std::string& name);

/// Returns the differences of a second run of the computation. A certificate may be wider than that,
/// never tighter.
std::vector<Objection> differences(const Certificate& stated, const Certificate& again);

/// "flint 2.9.0, here 3.1.0" for each version that is not the one in use.
std::vector<std::string> other_versions(const NamedTexts& stated);

}  // namespace plumbline
