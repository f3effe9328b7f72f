#include "reference/certificates/certificate.hpp"

#include <stdexcept>

#include "reference/arithmetic/versions.hpp"
#include "reference/certificates/interval.hpp"

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

PrivacyProfile profile_of(const std::string& mechanism, Direction direction,
                          const std::string& engine, bool vary, bool* varied) {
  PrivacyProfile profile(Composition::parse(mechanism), direction, engine);
  if (vary && profile.engine().vary() && varied != nullptr) *varied = true;
  return profile;
}

}  // namespace

std::string argument_of(const std::string& quantity) {
  return quantity == "divergence" ? "prior" : find_quantity(quantity).argument;
}

bool budget_explains(const std::string& quantity) {
  return quantity == "delta" || quantity == "tv" || quantity == "divergence";
}

Derived derive(const Asked& asked, const Effort& effort, bool vary, bool* varied) {
  if (varied != nullptr) *varied = false;
  Effort sharp = effort;
  sharp.digits = asked.digits;
  PrivacyProfile profile = profile_of(asked.mechanism, asked.direction, asked.engine, vary, varied);
  if (asked.quantity == "divergence") {
    const std::string& engine = asked.other_engine.empty() ? asked.engine : asked.other_engine;
    PrivacyProfile other = profile_of(asked.other, asked.direction, engine, vary, varied);
    Divergence d = divergence(profile, other, sharp);
    return {d.value, profile.engine().parameters(), d.prior.decimal_bounds(asked.digits).first,
            profile.explain()};
  }
  const QuantityEntry& quantity = find_quantity(asked.quantity);
  const Certified value = quantity.compute(profile, asked.at.value_or(Rational(0)), sharp);
  return {value, profile.engine().parameters(), std::nullopt, profile.explain()};
}

Certificate certificate_of(const Asked& asked, const Derived& derived) {
  Certificate out;
  out.quantity = asked.quantity;
  out.mechanism = Composition::parse(asked.mechanism).expression();
  if (!asked.other.empty()) out.other = Composition::parse(asked.other).expression();
  out.direction = direction_name(asked.direction);
  out.argument = argument_of(asked.quantity);
  out.at = derived.prior                       ? *derived.prior
           : asked.at && !out.argument.empty() ? asked.at->text()
                                               : "";
  const auto [lower, upper] = printed_bounds(derived.value, asked.digits + kCertificateSpareDigits);
  out.lower = readable(lower, true);
  out.upper = readable(upper, false);
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
