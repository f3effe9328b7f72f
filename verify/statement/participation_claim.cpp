#include "verify/statement/participation_claim.hpp"

#include <fmt/core.h>

#include "reference/channels/channel_text.hpp"
#include "reference/mechanisms/matrix/participation_words.hpp"
#include "reference/statistics/attack_text.hpp"
#include "verify/statement/certificate_hypotheses.hpp"
#include "verify/statement/shown_expression.hpp"

namespace plumbline::page {

std::string participation_of(const std::string& expression) {
  if (expression.empty() || is_attack_text(expression) || is_channel_text(expression)) return "";
  const std::vector<WrittenFactor> factors =
      read_open_expression(shown_expression(expression, true));
  const std::vector<ParticipationCondition> all = participation_conditions(factors);
  const bool alone = all.size() == 1 && factors.size() == 1 && factors[0].parameters.inner.empty();
  if (alone) return all.front().words;
  std::string out;
  for (const ParticipationCondition& one : all) {
    out += (out.empty() ? "" : "; ") + ("in " + one.factor + " " + one.words);
  }
  return out;
}

std::string ParticipationClaim::text() const {
  return fmt::format("{}These numbers need that {}. About any other record they say nothing.",
                     name_.empty() ? "" : name_ + ": ", condition_);
}

std::string ParticipationClaim::fault(const Evidence& evidence) const {
  if (!evidence.is_proved(certificate_)) return "the certificate is not proved";
  const Certificate& c = evidence.certificates[certificate_];
  const std::string condition = participation_of(other_ ? typed_other(c) : typed_mechanism(c));
  return condition == condition_ && !condition.empty() ? "" : "the condition is another one";
}

NamedTexts ParticipationClaim::fields() const {
  return {{"kind", "participation"},
          {"certificate", std::to_string(certificate_ + 1)},
          {"condition", condition_}};
}

}  // namespace plumbline::page
