/// Binomial noise, centred or not. The loss does not depend on the centre.
#pragma once

#include "reference/mechanisms/integer/integer_law.hpp"
#include "reference/mechanisms/written_parameters.hpp"

namespace plumbline {

struct MechanismEntry;

/// Returns the pair of P(X = x) = C(n, x)/2^n and the same noise shifted by an integer. The loss is infinite where
/// one of the two masses is 0.
Mechanism binomial_noise(long n, long sensitivity);

/// Returns the mass function.
std::shared_ptr<const IntegerLaw> binomial_law(long n);

/// The registry entry.
MechanismEntry binomial_noise_entry();

}  // namespace plumbline
