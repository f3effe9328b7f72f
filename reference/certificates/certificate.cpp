#include "reference/certificates/certificate.hpp"

#include <stdexcept>
#include <tuple>

#include "reference/arithmetic/versions.hpp"
#include "reference/certificates/interval.hpp"
#include "reference/certificates/question.hpp"

namespace plumbline {
namespace {

/// A decimal bound as it is read back; one too close to zero for that gives way outward.
std::string readable(const std::string& text, bool down) {
  if (text == "-inf" || text == "inf") return text;
  try {
    Rational::parse(text);
    return text;
  } catch (const std::invalid_argument&) {
    const bool tiny = text.find("e-") != std::string::npos, negative = text.front() == '-';
    if (!tiny) return down ? "-inf" : "inf";
    if (negative == down) return down ? "-1e-99999" : "1e-99999";
    return "0";
  }
}

}  // namespace

Certificate certificate_of(const Asked& asked, const Derived& derived) {
  Certificate out;
  out.quantity = asked.quantity;
  out.mechanism = canonical_mechanism(asked.quantity, asked.mechanism);
  if (!asked.other.empty()) out.other = Composition::parse(asked.other).expression();
  out.direction = direction_name(asked.direction);
  out.argument = argument_of(asked.quantity);
  out.at = derived.prior                       ? *derived.prior
           : asked.at && !out.argument.empty() ? asked.at->text()
                                               : "";
  out.target = asked.target;
  out.options = asked.options;
  const auto ends = [&](const Certified& value) {
    const auto [lower, upper] = printed_bounds(value, asked.digits + kCertificateSpareDigits);
    return std::pair(readable(lower, true), readable(upper, false));
  };
  std::tie(out.lower, out.upper) = ends(derived.value);
  // An N that is known exactly may have a longer decimal than the digits asked.
  const std::string safe = text_of(derived.findings, "safe");
  const bool whole = text_of(asked.options, "vary") == "N" && derived.value.value.is_exact();
  if (whole && !safe.empty()) out.lower = out.upper = safe;
  for (const NamedValue& further : derived.values) {
    const auto [lower, upper] = ends(further.value);
    out.values.push_back({further.name, lower, upper});
  }
  out.findings = derived.findings;
  out.digits = digits_text(Interval::read(out.lower, out.upper).digits());
  out.reached = derived.value.reached;
  out.digits_asked = std::to_string(asked.digits);
  out.engine_asked = asked.engine;
  out.engine = derived.value.engine;
  out.parameters = derived.parameters;
  const ErrorBudget& budget = derived.value.budget;
  out.budget = {{"quadrature", budget.quadrature.text()},
                {"truncation", budget.truncation.text()},
                {"discretisation", budget.discretisation.text()},
                {"rounding", budget.rounding.text()}};
  out.versions = versions();
  return out;
}

NamedTexts versions() {
  NamedTexts out{{"plumbline", PLUMBLINE_VERSION}};
  for (const auto& library : library_versions()) out.push_back(library);
  return out;
}

}  // namespace plumbline
