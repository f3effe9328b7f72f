/// Computes the answer to a question as a certificate.
#pragma once

#include "reference/arithmetic/running/effort.hpp"
#include "reference/certificates/certificate.hpp"

namespace plumbline {

/// Returns the certificate of the answer to a question in canonical form, without a witness. Throws the exceptions of
/// answer() and certificate_of().
Certificate derived_certificate(const Query& question, const Effort& effort);

}  // namespace plumbline
