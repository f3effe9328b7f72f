/// Poisson noise on the integers.
#pragma once

#include "reference/mechanisms/integer/integer_law.hpp"
#include "reference/mechanisms/written_parameters.hpp"

namespace plumbline {

struct MechanismEntry;

/// P = Poisson(mu), and Q is P shifted up by an integer: only P has outputs below the shift.
Mechanism poisson_noise(const Rational& mu, long sensitivity);

/// Its mass function.
std::shared_ptr<const IntegerLaw> poisson_law(const Rational& mu);

/// The registry entry.
MechanismEntry poisson_noise_entry();

}  // namespace plumbline
