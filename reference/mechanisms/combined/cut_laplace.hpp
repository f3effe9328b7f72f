/// Laplace noise on an interval: cut on either side of the value (truncated), or to a fixed range of
/// outputs (bounded).
#pragma once

#include "reference/mechanisms/mechanism_entry.hpp"

namespace plumbline {

/// Noise of density ~ e^{-|x|/b} for |x| <= bound, against the same shifted by the sensitivity s:
/// of infinite loss where one density vanishes. Throws std::invalid_argument.
Mechanism truncated_laplace(const Rational& b, const Rational& bound, const Rational& s);

/// Outputs in [0, width] of density ~ e^{-|x-q|/b} around q = at (P) and q = at + s (Q), each with a
/// normaliser of its own: the pair of these two values, finite everywhere. Throws
/// std::invalid_argument.
Mechanism bounded_laplace(const Rational& b, const Rational& width, const Rational& at,
                          const Rational& s);

/// For the registry.
std::vector<MechanismEntry> cut_laplace_entries();

}  // namespace plumbline
