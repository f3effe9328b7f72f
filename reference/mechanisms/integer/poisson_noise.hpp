/// Poisson noise on the integers.
#pragma once

#include "reference/mechanisms/integer/integer_law.hpp"
#include "reference/mechanisms/written_parameters.hpp"

namespace plumbline {

struct MechanismEntry;

/// P = Poisson(mu), Q the same shifted up by an integer: P alone has the outputs below it.
Mechanism poisson_noise(const Rational& mu, long sensitivity);

/// Its mass function.
std::shared_ptr<const IntegerLaw> poisson_law(const Rational& mu);

/// For the registry.
MechanismEntry poisson_noise_entry();

}  // namespace plumbline
