/// Findings of a certificate that are not enclosures: the verdict of a comparison and the ranges that support it.
///
/// A comparison's findings: `verdict`; `margin`, up to which it holds; `examined_from` and `examined_to`; `beyond`, the
/// largest difference outside (unless the sign does not change again); `range_1`, ...: "first_larger from to", also
/// "second_larger", "equal" and "undecided from to gap", of exact epsilons. Between ranges of different sign lies a
/// crossing, enclosed in the value `crossing_1`, ...
#pragma once

#include "reference/questions/answer.hpp"

namespace plumbline {

/// Adds findings and crossings, printed outward (signs inward) to so many digits.
void add_comparison(const Comparison& comparison, int digits, Answer* out);

}  // namespace plumbline
