#include "reference/certificates/certificate.hpp"

#include <stdexcept>

#include "reference/arithmetic/running/versions.hpp"
#include "reference/certificates/certificate_hypotheses.hpp"
#include "reference/certificates/request.hpp"
#include "reference/certificates/stated_digits.hpp"
#include "reference/questions/answer.hpp"
#include "reference/questions/answered_ends.hpp"
#include "reference/values/certified.hpp"

namespace plumbline {
namespace {

/// An end of the stated interval.
struct StatedEnd {
  std::string text;
  std::optional<Rational> number;  ///< nothing if it is infinite
};

/// Returns a decimal bound with its number. A bound too close to zero for the parser is replaced by a parsable one
/// further outward.
StatedEnd readable(const std::string& text, const std::optional<Rational>& number, bool down) {
  if (number || text == "-inf" || text == "inf") return {text, number};
  const bool tiny = text.find("e-") != std::string::npos, negative = text.front() == '-';
  if (!tiny) return {down ? "-inf" : "inf", std::nullopt};
  if (negative != down) return {"0", Rational(0)};
  const Rational least = power_of_ten(-99999);
  return down ? StatedEnd{"-1e-99999", -least} : StatedEnd{"1e-99999", least};
}

}  // namespace

Certificate certificate_of(const Query& query, const Answer& answer) {
  const Quantity& entry = certified_quantity(query.quantity);
  Certificate out;
  out.quantity = query.quantity;
  out.mechanism = canonical_subject(entry, query.mechanism);
  if (!query.other.empty()) out.other = Composition::parse(query.other).expression();
  out.direction = direction_name(query.direction);
  out.argument = argument_of(entry);
  if (answer.prior) out.at = *answer.prior;
  // The text of the query. A caller that has the spelling of the user replaces it.
  out.written_mechanism = query.mechanism;
  out.written_other = query.other;
  for (const auto& [name, number] : query.numbers()) {
    if (name == out.argument) {
      out.at = out.written_at = number.text();
    } else {
      out.target.emplace_back(name, number.text());
    }
  }
  out.options = query.options;
  const auto ends = [digits = query.digits + kCertificateSpareDigits](const Certified& value) {
    const auto [lower, upper] = printed_bounds(value, digits);
    const auto [low, high] = printed_numbers(value, digits);
    return std::pair(readable(lower, low, true), readable(upper, high, false));
  };
  auto [lower, upper] = ends(answer.value);
  if (is_whole_number(query, answer)) lower = upper = {answer.safe->text(), answer.safe};
  out.lower = lower.text;
  out.upper = upper.text;
  for (const NamedValue& further : answer.values) {
    const auto [low, high] = ends(further.value);
    out.values.push_back({further.name, low.text, high.text});
  }
  out.findings = answer.findings;
  out.digits = stated_digits(lower.text, upper.text);
  out.reached = answer.value.reached();
  out.digits_asked = std::to_string(query.digits);
  out.engine_asked = query.engine;
  out.engine = answer.value.engine();
  out.parameters = answer.parameters;
  const ErrorBudget& budget = answer.value.budget();
  out.budget = {{"quadrature", budget.quadrature.text()},
                {"truncation", budget.truncation.text()},
                {"discretisation", budget.discretisation.text()},
                {"rounding", budget.rounding.text()}};
  out.versions = versions();
  state_hypotheses(query, answer, &out);
  return out;
}

Certificate in_version_2(Certificate certificate) {
  certificate.version = kStatesHypotheses - 1;
  certificate.hypotheses.reset();
  certificate.other_hypotheses.reset();
  return certificate;
}

NamedTexts versions() {
  NamedTexts out{{"plumbline", program_version()}};
  for (const auto& library : library_versions()) out.push_back(library);
  return out;
}

}  // namespace plumbline
