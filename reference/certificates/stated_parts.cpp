#include "reference/certificates/stated_parts.hpp"

#include <stdexcept>

namespace plumbline {

std::optional<Rational> budget_term(const std::string& text) {
  if (text == "inf") return std::nullopt;
  const Rational out = Rational::parse(text);
  if (out.sign() < 0) throw std::invalid_argument("'" + text + "' is negative");
  return out;
}

const CertificateEntry& form_of(const Certificate& c) {
  return *certified_quantity(c.quantity).certificate;
}

std::string in_brackets(const Certificate& c) { return "[" + c.lower + ", " + c.upper + "]"; }

}  // namespace plumbline
