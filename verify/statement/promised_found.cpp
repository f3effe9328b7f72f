#include "verify/statement/promised_found.hpp"

#include <algorithm>

#include "reference/certificates/request.hpp"
#include "reference/statistics/attack_text.hpp"
#include "verify/certificates/roles.hpp"
#include "verify/statement/attack_claims.hpp"
#include "verify/statement/certificate_hypotheses.hpp"
#include "verify/statement/refuting_claims.hpp"

namespace plumbline {

std::vector<PromisedFound> promised_and_found(const std::vector<Certificate>& certificates,
                                              const std::vector<CheckResult>& results) {
  const page::Evidence evidence{certificates, results};
  std::vector<PromisedFound> out;
  const auto is_finite = [&](size_t i) {
    return evidence.is_proved(i) && certificates[i].lower != "-inf" &&
           certificates[i].upper != "inf";
  };
  for (size_t i = 0; i < results.size(); ++i) {
    const Certificate& found = certificates[i];
    const bool of_attack = !certified_quantity(found.quantity).found_of.quantity.empty();
    if (!of_attack || !is_finite(i)) continue;
    for (size_t j = 0; j < results.size(); ++j) {
      const Certificate& promised = certificates[j];
      const bool comparable = is_finite(j) && role_of(promised).empty() &&
                              page::is_same_question(promised, found) &&
                              page::is_refutable(promised, found);
      if (comparable) out.push_back({j, i, page::is_more_found(promised, found)});
    }
  }
  return out;
}

bool refutes_something(const std::vector<Certificate>& certificates,
                       const std::vector<CheckResult>& results) {
  const page::Evidence evidence{certificates, results};
  for (size_t i = 0; i < results.size(); ++i) {
    if (!is_attack_text(certificates[i].mechanism) || !evidence.is_proved(i)) continue;
    const bool claim = certificates[i].other.empty() &&
                       page::refuting_verdict(results[i]) == page::RefutingClaim::Verdict::refuted;
    if (claim || page::refutes_mechanism(evidence, i)) return true;
  }
  return false;
}

namespace page {

Refutations::Refutations(const Evidence& evidence) : evidence_(evidence) {
  const std::vector<Certificate>& all = evidence.certificates;
  for (const PromisedFound& one : promised_and_found(all, evidence.results)) compare(one);
  std::stable_sort(best_.begin(), best_.end(), [](const PromisedFound& a, const PromisedFound& b) {
    return a.more && !b.more;
  });
  for (size_t i = 0; i < all.size(); ++i) {
    if (!is_attack_text(all[i].mechanism) || !refutes_mechanism(evidence, i)) continue;
    attacks_.push_back(i);
    if (!all[i].other.empty()) mechanisms_.insert(other_key(all[i]));
  }
}

void Refutations::compare(const PromisedFound& one) {
  const std::vector<Certificate>& all = evidence_.certificates;
  if (one.more) mechanisms_.insert(mechanism_key(all[one.promised_at]));
  const auto known = std::find_if(best_.begin(), best_.end(), [&](const PromisedFound& other) {
    return other.promised_at == one.promised_at;
  });
  if (known == best_.end()) {
    best_.push_back(one);
  } else if (Rational::parse(all[known->found_at].lower) <
             Rational::parse(all[one.found_at].lower)) {
    *known = one;
  }
}

PromiseStanding Refutations::standing(size_t certificate) const {
  const bool refuted = std::any_of(best_.begin(), best_.end(), [&](const PromisedFound& one) {
    return one.promised_at == certificate && one.more;
  });
  if (refuted) return PromiseStanding::refuted;
  return mechanisms_.count(mechanism_key(evidence_.certificates[certificate])) > 0
             ? PromiseStanding::of_refuted_mechanism
             : PromiseStanding::plain;
}

}  // namespace page
}  // namespace plumbline
