/// Laplace noise on an interval: truncated at a bound on either side of the value (truncated), or restricted to a
/// fixed range of outputs (bounded).
#pragma once

#include "reference/mechanisms/mechanism_entry.hpp"

namespace plumbline {

/// Returns the pair of two distributions: noise with density proportional to e^{-|x|/b} for |x| <= bound, and this
/// noise shifted by the sensitivity s. The loss is infinite where one density vanishes. Throws std::invalid_argument on
/// values out of range.
Mechanism truncated_laplace(const Rational& b, const Rational& bound, const Rational& s);

/// Returns the pair of outputs in [0, width] with density proportional to e^{-|x-q|/b}, where q = at under P and q = at
/// + s under Q. Each density has its own normalising constant, and the loss is finite. Throws std::invalid_argument on
/// values out of range.
Mechanism bounded_laplace(const Rational& b, const Rational& width, const Rational& at,
                          const Rational& s);

/// The registry entries.
std::vector<MechanismEntry> cut_laplace_entries();

}  // namespace plumbline
