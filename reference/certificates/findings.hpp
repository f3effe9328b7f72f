/// What a certificate states that is no enclosure: the verdict of a comparison and where it rests
/// on, and how such statements compare with what was found on another path.
///
/// A comparison's findings: `verdict`; `margin`, up to which it holds; `examined_from` and
/// `examined_to`; `beyond`, the largest difference outside (or the last sign goes on);
/// `range_1`, ...: "first_larger from to", also "second_larger", "equal" and "undecided from to
/// gap", of exact epsilons. Between ranges of different sign lies a crossing, enclosed in the value
/// `crossing_1`, ...
#pragma once

#include "reference/certificates/check.hpp"

namespace plumbline {

/// Adds findings and crossings, printed outward (signs inward) to so many digits.
void add_comparison(const Comparison& comparison, int digits, Derived* out);

/// How well what was found on another path supports what is stated.
enum class Support { full, as_sharp, none };

/// Contradictions go to `objections`. Numbers of steps, conditions and the like must be the same;
/// signs must be found again wherever they are stated.
Support support_of(const NamedTexts& stated, const NamedTexts& found,
                   std::vector<Objection>* objections);

}  // namespace plumbline
