/// Engine for compositions whose loss distribution is elementary: all-Gaussian products (one
/// Gaussian pair with mu^2 = sum N_i mu_i^2) and a single step of any mechanism.
#pragma once

#include "reference/engines/engine.hpp"

namespace plumbline {

std::string closed_form_refusal(const Composition& composition);
/// Whether its sums are short.
bool closed_form_preferred(const Composition& composition);
std::unique_ptr<Engine> make_closed_form(const Composition& composition);

}  // namespace plumbline
