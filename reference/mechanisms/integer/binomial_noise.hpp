/// Binomial noise, centred or not: the loss does not depend on its position.
#pragma once

#include "reference/mechanisms/integer/integer_law.hpp"
#include "reference/mechanisms/written_parameters.hpp"

namespace plumbline {

struct MechanismEntry;

/// P(X = x) = C(n, x)/2^n against the same noise shifted by an integer; the loss is infinite where one of them
/// vanishes.
Mechanism binomial_noise(long n, long sensitivity);

/// Its mass function.
std::shared_ptr<const IntegerLaw> binomial_law(long n);

/// The registry entry.
MechanismEntry binomial_noise_entry();

}  // namespace plumbline
