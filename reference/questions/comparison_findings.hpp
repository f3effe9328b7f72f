/// Findings of a certificate that are not enclosures: the verdict of a comparison and the ranges that support it.
///
/// The findings of a comparison: `verdict`; `margin`, the difference of delta up to which the verdict is correct;
/// `examined_from` and `examined_to`; `beyond`, an upper bound of the difference of delta outside of that range
/// (Comparison::beyond states an exception); `range_1`, ... with a text like "first_larger FROM TO" (or second_larger,
/// equal) or "undecided FROM TO GAP", where FROM and TO are exact epsilons, and GAP is an upper bound of the difference
/// of delta in the range. A crossing between ranges of different sign is enclosed in the value `crossing_1`, ...
#pragma once

#include "reference/questions/answer.hpp"

namespace plumbline {

/// Adds the findings and crossings to *out with `digits` digits. Crossings are rounded outward; ranges in which one
/// profile is known to be larger are rounded inward.
void add_comparison(const Comparison& comparison, int digits, Answer* out);

}  // namespace plumbline
