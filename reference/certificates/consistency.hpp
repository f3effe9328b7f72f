/// Checks a certificate without computing its value again, and compares it with another run of the computation.
///
/// THEOREM. (a) request_of() gives the question that the certificate states: mechanisms, argument,
///   numbers and options literally, and in addition only the digits and the requested engine, on which
///   an enclosure depends only in its width. The question is valid for the quantity (check_question()).
/// (b) If inconsistencies() has no objection: lower <= upper, and so the ends of each value; the
///   argument is in canonical form; each member of `written` denotes the member of the question that
///   it is about, mechanisms for the canonical expression, numbers for the same fraction, options for
///   the same word; `digits` is -log10 of the relative width, rounded down to a tenth, or at a border
///   of two tenths the other one; `reached` agrees with it; each error is >= 0 or infinite, and of delta,
///   tv and divergences, where the digits were reached, half the width is at most their sum and a
///   unit of the last digit printed, and the sum at most four times half the width and that unit.
/// (c) differences() is empty only if the ends are those of the other run or, where engines have
///   parameters to report, wider ones; values contain those of the other run; findings are literally the
///   same (`safe_double` may be missing), as are engine, parameters and thresholds, and a budget
///   that is not wider because of a wider interval. Needs. Rational: exact fractions. canonical_subject() depends on
///   the text alone, and two texts with
///   one canonical form are one mechanism. Proof. Each member is compared as stated, as a fraction or literally.
///   Doubles enter only `digits` and `reached`,
///   on which no end depends. This header does not prove that a number lies between its ends.
#pragma once

#include "reference/certificates/check.hpp"
#include "reference/certificates/interval.hpp"

namespace plumbline {

/// Returns the query that the certificate is about. Throws std::invalid_argument, naming the member that cannot be
/// read.
Query request_of(const Certificate& certificate);

/// Reports fields that contradict each other. Objections: ends in the wrong order, digits that the interval does not
/// have, an error budget that does not explain the width, and a text of the user that differs from its meaning. If the
/// requested digits were not reached, a width that the budget does not explain is a note (a wide interval is true
/// without any work), and so is a budget that exceeds the width. An unknown engine, or one that was not requested, is
/// an objection to the record.
void inconsistencies(const Certificate& certificate, const Interval& interval, CheckResult* out);

/// Returns the value of that name; null if there is none.
const NamedInterval* find_value(const std::vector<NamedInterval>& values, const std::string& name);

/// Returns the differences from a second run of the computation. A certificate may be wider than the second run, never
/// tighter.
std::vector<Objection> differences(const Certificate& stated, const Certificate& again);

/// Returns "flint 2.9.0, here 3.1.0" for each version that differs from the one in use.
std::vector<std::string> other_versions(const NamedTexts& stated);

}  // namespace plumbline
