#include "reference/certificates/certificate.hpp"

#include <stdexcept>

#include "reference/arithmetic/versions.hpp"
#include "reference/certificates/interval.hpp"
#include "reference/certificates/request.hpp"

namespace plumbline {
namespace {

/// An end of the interval that a certificate states.
struct StatedEnd {
  std::string text;
  std::optional<Rational> number;  ///< nothing where it is infinite
};

/// A decimal bound as it is read back; one too close to zero for that gives way outward.
StatedEnd readable(const std::string& text, const std::optional<Rational>& number, bool down) {
  if (number || text == "-inf" || text == "inf") return {text, number};
  const bool tiny = text.find("e-") != std::string::npos, negative = text.front() == '-';
  if (!tiny) return {down ? "-inf" : "inf", std::nullopt};
  if (negative != down) return {"0", Rational(0)};
  const Rational least = power_of_ten(-99999);
  return down ? StatedEnd{"-1e-99999", -least} : StatedEnd{"1e-99999", least};
}

}  // namespace

Certificate certificate_of(const CertificateRequest& request, const Derived& derived) {
  Certificate out;
  out.quantity = request.quantity;
  out.mechanism = canonical_mechanism(request.quantity, request.mechanism);
  if (!request.other.empty()) out.other = Composition::parse(request.other).expression();
  out.direction = direction_name(request.direction);
  out.argument = argument_of(request.quantity);
  out.at = derived.prior                         ? *derived.prior
           : request.at && !out.argument.empty() ? request.at->text()
                                                 : "";
  // As it was asked; who has the user's own spelling puts it in place of this.
  out.written_mechanism = request.mechanism;
  out.written_other = request.other;
  if (request.at && !out.argument.empty()) out.written_at = request.at->text();
  out.target = exact_texts(request.target);
  out.options = request.options;
  const auto ends = [digits = request.digits + kCertificateSpareDigits](const Certified& value) {
    const auto [lower, upper] = printed_bounds(value, digits);
    const auto [low, high] = printed_numbers(value, digits);
    return std::pair(readable(lower, low, true), readable(upper, high, false));
  };
  auto [lower, upper] = ends(derived.value);
  // An N that is known exactly may have a longer decimal than the digits asked.
  const bool whole = text_of(request.options, "vary") == "N" && derived.value.value.is_exact();
  if (whole && derived.safe) lower = upper = {derived.safe->text(), derived.safe};
  out.lower = lower.text;
  out.upper = upper.text;
  for (const NamedValue& further : derived.values) {
    const auto [low, high] = ends(further.value);
    out.values.push_back({further.name, low.text, high.text});
  }
  out.findings = derived.findings;
  out.digits = digits_text(Interval{lower.number, upper.number}.digits());
  out.reached = derived.value.reached;
  out.digits_asked = std::to_string(request.digits);
  out.engine_asked = request.engine;
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
