/// Laplace noise on an interval: truncated at a bound on either side of the value (truncated), or to a fixed range of
/// outputs (bounded).
#pragma once

#include "reference/mechanisms/mechanism_entry.hpp"

namespace plumbline {

/// Noise with density proportional to e^{-|x|/b} for |x| <= bound, against the same noise shifted by the sensitivity s:
/// the loss is infinite where one density vanishes. Throws std::invalid_argument.
Mechanism truncated_laplace(const Rational& b, const Rational& bound, const Rational& s);

/// Outputs in [0, width] with density proportional to e^{-|x-q|/b} around q = at (P) and q = at + s (Q), each with its
/// own normaliser: the pair of these two values, finite everywhere. Throws std::invalid_argument.
Mechanism bounded_laplace(const Rational& b, const Rational& width, const Rational& at,
                          const Rational& s);

/// The registry entries.
std::vector<MechanismEntry> cut_laplace_entries();

}  // namespace plumbline
