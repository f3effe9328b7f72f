/// Skellam noise: the difference of two Poisson variables.
#pragma once

#include "reference/mechanisms/integer/integer_law.hpp"
#include "reference/mechanisms/written_parameters.hpp"

namespace plumbline {

struct MechanismEntry;

/// Returns the pair of P(X = x) = e^{-mu} I_|x|(mu), which has variance mu > 0, and the same noise shifted by an
/// integer.
Mechanism skellam(const Rational& mu, long sensitivity);

/// Returns the mass function.
std::shared_ptr<const IntegerLaw> skellam_law(const Rational& mu);

/// The registry entry.
MechanismEntry skellam_entry();

}  // namespace plumbline
