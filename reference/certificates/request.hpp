/// Which quantities have certificates, and the query that a certificate is about.
#pragma once

#include <string>

#include "reference/certificates/certificate.hpp"

namespace plumbline {

/// The quantity of that name. Throws std::invalid_argument where there is none, or there are no certificates of
/// it.
const Quantity& certified_quantity(const std::string& name);
/// Names the quantity's argument as a certificate has it: "epsilon" for delta, "prior", which is found, for a
/// divergence, "" for tv, and where several numbers are given.
std::string argument_of(const Quantity& entry);
/// Returns true if the argument is part of the answer.
bool finds_argument(const Quantity& entry);

/// The query as the certificate has it, whether it makes sense or not.
Query query_in(const Certificate& certificate);

}  // namespace plumbline
