/// Poisson noise on the integers.
#pragma once

#include "reference/mechanisms/integer/integer_law.hpp"
#include "reference/mechanisms/written_parameters.hpp"

namespace plumbline {

struct MechanismEntry;

/// Returns the pair of P = Poisson(mu) and Q, which is P shifted up by an integer. Only P has outputs below the
/// shift.
Mechanism poisson_noise(const Rational& mu, long sensitivity);

/// Returns the mass function.
std::shared_ptr<const IntegerLaw> poisson_law(const Rational& mu);

/// The registry entry.
MechanismEntry poisson_noise_entry();

}  // namespace plumbline
