#include "verify/statement/call_claim.hpp"

#include <fmt/core.h>

#include "reference/arithmetic/numbers/number_or_none.hpp"
#include "reference/mechanisms/hypotheses/stated.hpp"
#include "verify/certificates/roles.hpp"
#include "verify/statement/certificate_hypotheses.hpp"
#include "verify/statement/neighbour_words.hpp"
#include "verify/statement/plain_number.hpp"
#include "verify/statement/short_number.hpp"

namespace plumbline::page {
namespace {

bool asks_the_same(const Certificate& a, const Certificate& b) {
  return a.quantity == b.quantity && a.at == b.at && a.direction == b.direction;
}

/// Returns the positions of the earlier certificates of the run to which the i-th belongs; nothing if none of the
/// earlier certificates states a value of the run itself.
std::optional<CallClaim::Places> places_before(const Evidence& evidence, size_t i) {
  CallClaim::Places out{.call = i};
  for (size_t k = i; k-- > 0;) {
    const Certificate& c = evidence.certificates[k];
    if (!asks_the_same(c, evidence.certificates[i]) || role_of(c) == kAccountant) break;
    if (role_of(c).empty()) {
      out.proved = k;
      return out;
    }
    if (evidence.is_proved(k)) out.data_sets = k;
  }
  return std::nullopt;
}

std::string about_of(const Certificate& proved) {
  const HypothesesPtr h = hypotheses_of(proved);
  const bool exchange = h && (stated_relation(*h) == PairRelation::replace_one ||
                              stated_relation(*h) == PairRelation::replace_special);
  return exchange ? "of a record " + std::string("exchanged for another ") : "";
}

}  // namespace

std::string role_words(const Certificate& c) {
  const std::string role = role_of(c);
  if (role == kAtLeast) {
    return "A lower bound for some data sets of the run, not a bound of the run: ";
  }
  if (role == kAccountant) {
    return "The number of an accountant of Poisson sampling, not a bound of the run: ";
  }
  return "";
}

CallClaim::CallClaim(const Evidence& evidence, const Places& places)
    : places_(places), about_(about_of(evidence.certificates[places.proved])) {
  const Certificate& call = evidence.certificates[places.call];
  const Rational exact = Rational::parse(call.upper), at = Rational::parse(call.at);
  said_ = decimal_above(exact, kShownDigits);
  said_at_ = short_number(at, Rounding::up);
  if (!places.data_sets) return;
  const auto least = rational_or_none(evidence.certificates[*places.data_sets].lower);
  if (!least || least->sign() <= 0) return;
  least_ = decimal_below(*least, kShownDigits);
  least_at_ = short_number(at, Rounding::down);
  if (exact.sign() > 0 && exact < *least) factor_ = decimal_below(*least / exact, kShownDigits);
}

std::string CallClaim::text() const {
  const std::string at = plain(said_at_);
  const std::string there =
      least_at_ && !(*least_at_ == said_at_) ? " at delta = " + plain(*least_at_) : "";
  if (is_too_small()) {
    return fmt::format(
        "An accountant of Poisson sampling states an epsilon that is too small for this run: {} at "
        "delta = {}, but {}it is at least {}{} for some data sets, a factor of {}.",
        plain(said_), at, about_, plain(*least_), there, plain(*factor_));
  }
  return fmt::format(
      "An accountant of Poisson sampling states {} at delta = {}, which is not proved for this "
      "run{}.",
      plain(said_), at, least_ ? ": some data sets have at least " + plain(*least_) + there : "");
}

// Proof. The stated number is at least the accountant's upper end at the exact delta. The stated delta is at least
// the exact one and epsilon(delta) is non-increasing, so that the stated number also bounds the accountant's epsilon
// at the stated delta. The stated lower number is at most the lower end of the data sets at the exact delta. It is
// stated for a delta that is at most the exact one, at which epsilon(delta) is at least as large. The factor is that
// of the exact ends, rounded down.
std::string CallClaim::fault(const Evidence& evidence) const {
  const auto found = places_before(evidence, places_.call);
  if (!evidence.is_proved(places_.call)) return "the accountant's certificate is not proved";
  const Certificate& call = evidence.certificates[places_.call];
  if (role_of(call) != kAccountant) return "the number is not that of an accountant";
  if (!found || found->proved != places_.proved || found->data_sets != places_.data_sets) {
    return "the certificates of the run are others";
  }
  const Rational exact = Rational::parse(call.upper), at = Rational::parse(call.at);
  if (said_ < exact || said_at_ < at) return "the accountant's number is rounded to the wrong side";
  if (!least_) return factor_ ? "no data sets are known" : "";
  const auto least = rational_or_none(evidence.certificates[*places_.data_sets].lower);
  if (!least || *least < *least_ || at < *least_at_) return "the data sets have less";
  const bool too_small = exact.sign() > 0 && exact < *least;
  if (too_small != is_too_small()) return "the verdict is another one";
  return factor_ && *least < *factor_ * exact ? "the factor is smaller" : "";
}

NamedTexts CallClaim::fields() const {
  NamedTexts out = {{"kind", "call"},
                    {"certificate", std::to_string(places_.call + 1)},
                    {"run", std::to_string(places_.proved + 1)},
                    {"says", said_.text()}};
  if (least_) out.emplace_back("some_at_least", least_->text());
  if (factor_) out.emplace_back("factor_at_least", factor_->text());
  return out;
}

std::shared_ptr<const CallClaim> call_claim(const Evidence& evidence, size_t i) {
  const Certificate& c = evidence.certificates[i];
  const bool known = role_of(c) == kAccountant && evidence.is_proved(i) &&
                     rational_or_none(c.upper) && rational_or_none(c.at);
  const auto places = known ? places_before(evidence, i) : std::nullopt;
  return places ? std::make_shared<const CallClaim>(evidence, *places) : nullptr;
}

}  // namespace plumbline::page
