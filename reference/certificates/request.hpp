/// The quantities that have certificates, and the query of a certificate.
#pragma once

#include <string>

#include "reference/certificates/certificate.hpp"

namespace plumbline {

/// Returns the quantity of that name. Throws std::invalid_argument if it does not exist or has no certificates.
const Quantity& certified_quantity(const std::string& name);
/// Returns the name of a quantity's argument in a certificate: "epsilon" for delta; "prior", which is computed, for a
/// divergence; "" for tv and for quantities with several numbers.
std::string argument_of(const Quantity& entry);
/// Returns true if the argument is computed as part of the answer (the prior of a divergence).
bool finds_argument(const Quantity& entry);

/// Returns the query with the members of the certificate, without checks.
Query query_in(const Certificate& certificate);

}  // namespace plumbline
