#include "verify/statement/sensitivity_claim.hpp"

#include "reference/channels/channel_text.hpp"
#include "reference/mechanisms/single_sensitivity.hpp"
#include "reference/statistics/attack_text.hpp"
#include "verify/statement/certificate_hypotheses.hpp"
#include "verify/statement/shown_expression.hpp"

namespace plumbline::page {

std::string sensitivity_words(const std::string& expression) {
  if (expression.empty() || is_attack_text(expression) || is_channel_text(expression)) return "";
  return single_sensitivity_sentence(read_open_expression(shown_expression(expression, true)));
}

std::string SensitivityClaim::fault(const Evidence& evidence) const {
  if (!evidence.is_proved(certificate_)) return "the certificate is not proved";
  const Certificate& c = evidence.certificates[certificate_];
  const std::string words = sensitivity_words(other_ ? typed_other(c) : typed_mechanism(c));
  return words == words_ && !words.empty() ? "" : "the factors are others";
}

NamedTexts SensitivityClaim::fields() const {
  return {{"kind", "sensitivity"}, {"certificate", std::to_string(certificate_ + 1)}};
}

}  // namespace plumbline::page
