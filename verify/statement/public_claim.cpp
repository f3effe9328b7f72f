#include "verify/statement/public_claim.hpp"

#include "verify/statement/certificate_hypotheses.hpp"
#include "verify/statement/neighbour_words.hpp"

namespace plumbline::page {

std::string PublicClaim::text() const { return (name_.empty() ? "" : name_ + ": ") + facts_; }

std::string PublicClaim::fault(const Evidence& evidence) const {
  if (!evidence.is_proved(certificate_)) return "the certificate is not proved";
  const Certificate& c = evidence.certificates[certificate_];
  const HypothesesPtr h = other_ ? other_hypotheses_of(c) : hypotheses_of(c);
  return h && public_sentence(*h) == facts_ && !facts_.empty() ? "" : "the public facts are others";
}

NamedTexts PublicClaim::fields() const {
  return {{"kind", "public"}, {"certificate", std::to_string(certificate_ + 1)}, {"facts", facts_}};
}

}  // namespace plumbline::page
