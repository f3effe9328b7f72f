#include "verify/statement/proved_claim.hpp"

#include "reference/arithmetic/numbers/number_or_none.hpp"
#include "verify/certificates/proved.hpp"
#include "verify/statement/plain_number.hpp"

namespace plumbline::page {
namespace {

std::string words_of(const Evidence& evidence, size_t at) {
  const Certificate& c = evidence.certificates[at];
  const Proved proved(c, &evidence.results[at]);
  return certified_quantity(c.quantity).words.proved(proved.answer());
}

}  // namespace

ProvedClaim::ProvedClaim(const Evidence& evidence, size_t certificate, std::string names)
    : certificate_(certificate),
      names_(std::move(names)),
      words_(words_of(evidence, certificate)),
      upper_(
          decimal_above(Rational::parse(evidence.certificates[certificate].upper), kShownDigits)) {}

std::string ProvedClaim::text() const {
  return (names_.empty() ? "" : names_ + ": ") + words_ + " The number is at most " +
         plain(upper_) + ".";
}

std::string ProvedClaim::fault(const Evidence& evidence) const {
  if (!evidence.is_proved(certificate_)) return "the certificate is not proved";
  const auto upper = rational_or_none(evidence.certificates[certificate_].upper);
  if (!upper || upper_ < *upper) return "the number is below the certificate's";
  return words_ == words_of(evidence, certificate_) ? "" : "the words are others";
}

NamedTexts ProvedClaim::fields() const {
  return {{"kind", "proved"},
          {"certificate", std::to_string(certificate_ + 1)},
          {"at_most", upper_.text()}};
}

}  // namespace plumbline::page
