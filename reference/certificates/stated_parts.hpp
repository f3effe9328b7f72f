/// Reads parts of what a certificate states for the functions that check a certificate.
#pragma once

#include <optional>
#include <string>

#include "reference/certificates/certificate.hpp"
#include "reference/certificates/request.hpp"

namespace plumbline {

/// Parses a term of the error budget; nothing for "inf". Throws std::invalid_argument if the text is neither "inf" nor
/// a number >= 0.
std::optional<Rational> budget_term(const std::string& text);

const CertificateEntry& form_of(const Certificate& c);

std::string in_brackets(const Certificate& c);

}  // namespace plumbline
