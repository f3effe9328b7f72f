/// Checks a certificate without computing its value again, and compares it with another run of the computation.
///
/// THEOREM.
///   (a) request_of() returns the question that the certificate states: mechanisms, argument, numbers and options
///       literally, and in addition only the digits and the requested engine, which influence only the width of an
///       enclosure. The question is valid for the quantity (check_question()).
///   (b) If inconsistencies() has no objection: lower <= upper, also for the ends of each value. The argument is in
///       canonical form. Each member of `written` denotes the corresponding member of the question: mechanisms the
///       canonical expression, numbers the same fraction, options the same word. `digits` is -log10 of the relative
///       width, rounded down to a tenth, or the neighbouring tenth if the logarithm is close to a multiple of a
///       tenth. `reached` agrees with `digits`. Each error is >= 0 or infinite. For delta, tv and divergences with
///       the requested digits, half the width is at most the sum of the errors and one unit of the last printed
///       digit. A sum that exceeds four times half the width plus this unit is only noted.
///   (c) If differences() is empty, the ends are those of the other run, or wider ones if engines report parameters.
///       Values contain those of the other run. Findings are literally equal (`safe_double` may be missing). Engine,
///       parameters and thresholds are also equal. The budget is equal, or larger if the interval is wider.
/// Needs. Rational: exact fractions. canonical_subject() depends on the text alone, and two texts with one canonical
/// form denote one mechanism.
/// Proof. Each member is compared as stated, as a fraction or literally. Doubles enter only `digits` and `reached`,
/// on which no end depends. This header does not prove that a number lies between its ends.
#pragma once

#include "reference/certificates/check.hpp"
#include "reference/certificates/interval.hpp"

namespace plumbline {

/// Returns the query of the certificate. Throws std::invalid_argument, naming the member that cannot be parsed.
Query request_of(const Certificate& certificate);

/// Reports fields that contradict each other. Objections: ends in the wrong order, digits that the interval does not
/// have, an error budget that does not explain the width, and a text of the user that differs from its meaning. If
/// the requested digits were not reached, a width that the budget does not explain is a note (a wide interval can be
/// true without any computation). A budget that exceeds the width is also a note. An unknown engine, or an engine
/// other than the requested one, is an objection to the record.
void inconsistencies(const Certificate& certificate, const Interval& interval, CheckResult* out);

/// Returns the value of that name; null if there is none.
const NamedInterval* find_value(const std::vector<NamedInterval>& values, const std::string& name);

/// Returns the differences from a second run of the computation. The interval of a certificate may be wider than that
/// of the second run, never tighter.
std::vector<Objection> differences(const Certificate& stated, const Certificate& again);

/// Returns a text like "flint 2.9.0, here 3.1.0" for each version that differs from the one in use.
std::vector<std::string> other_versions(const NamedTexts& stated);

}  // namespace plumbline
