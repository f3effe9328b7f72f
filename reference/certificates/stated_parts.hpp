/// Parts of the statement of a certificate, in the form that its check compares.
#pragma once

#include <optional>
#include <string>

#include "reference/certificates/certificate.hpp"
#include "reference/certificates/request.hpp"

namespace plumbline {

/// Returns a term of the budget; empty for "inf". Throws std::invalid_argument.
std::optional<Rational> budget_term(const std::string& text);

const CertificateEntry& form_of(const Certificate& c);

std::string in_brackets(const Certificate& c);

}  // namespace plumbline
