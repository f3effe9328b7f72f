#include "verify/statement/headlines.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "reference/arithmetic/numbers/number_or_none.hpp"
#include "reference/certificates/request.hpp"
#include "reference/statistics/attack_text.hpp"
#include "verify/certificates/roles.hpp"
#include "verify/statement/attack_claims.hpp"
#include "verify/statement/attack_number_claims.hpp"
#include "verify/statement/bound_claim.hpp"
#include "verify/statement/calibrated_claim.hpp"
#include "verify/statement/call_claim.hpp"
#include "verify/statement/certificate_hypotheses.hpp"
#include "verify/statement/design_claims.hpp"
#include "verify/statement/epsilon_claims.hpp"
#include "verify/statement/mechanism_names.hpp"
#include "verify/statement/member_words.hpp"
#include "verify/statement/missing_claims.hpp"
#include "verify/statement/neighbour_words.hpp"
#include "verify/statement/participation_claim.hpp"
#include "verify/statement/promised_found.hpp"
#include "verify/statement/proved_claim.hpp"
#include "verify/statement/public_claim.hpp"
#include "verify/statement/refuting_claims.hpp"
#include "verify/statement/run_claim.hpp"
#include "verify/statement/sensitivity_claim.hpp"

namespace plumbline {
namespace page {
namespace {

using Refuting = RefutingClaim::Verdict;

/// Writes the sentences about all certificates of a page.
class Headlines {
 public:
  explicit Headlines(const Evidence& evidence)
      : evidence_(evidence),
        all_(evidence.certificates),
        names_(evidence.certificates),
        attacks_(evidence.certificates),
        members_(evidence.certificates),
        refutations_(evidence) {}

  std::vector<Sentence> lines() {
    add_promises();
    add_missing();
    add_no_guarantees();
    for (size_t i = 0; i < all_.size(); ++i) {
      const bool of_mechanism = !all_[i].other.empty();
      if (of_mechanism && is_refuting_claim(i, Refuting::refuted)) {
        add_refuting(i, Refuting::refuted);
      }
    }
    if (const size_t refuted = refutations_.mechanisms().size(); refuted > 0) {
      add(say<RelyingClaim>(refutations_.attacks(), refuted));
    }
    for (size_t i = 0; i < all_.size(); ++i) {
      if (is_attack(i)) {
        add_found(i);
      } else {
        add_promised(i);
        add_participation(i);
        add_public(i);
      }
    }
    if (!out_.empty() && attacks_.several()) add(say<TogetherClaim>(attacks_.errors()));
    for (const std::string& line : members_.definitions(texts())) {
      add(say<Remark>("definition", line));
    }
    return out_;
  }

 private:
  void add(const Sentence& sentence) {
    const bool said = std::any_of(out_.begin(), out_.end(),
                                  [&](const Sentence& s) { return s.text == sentence.text; });
    if (!said) out_.push_back(sentence);
  }
  std::vector<std::string> texts() const {
    std::vector<std::string> out;
    for (const Sentence& one : out_) out.push_back(one.text);
    return out;
  }

  bool is_attack(size_t i) const { return is_attack_text(all_[i].mechanism); }
  const Quantity& quantity(size_t i) const { return certified_quantity(all_[i].quantity); }
  Proof proof(size_t i) const { return quantity(i).certificate->proof; }

  /// Returns the name of an attack; the first call for an attack includes its description.
  std::string called(size_t i) {
    return described_.insert(experiment_of(all_[i]) + all_[i].mechanism).second
               ? attacks_.described(all_[i])
               : attacks_.again(all_[i]);
  }

  /// Adds promised numbers with the results of attacks: all refuted promises, and the first promise of each mechanism
  /// without a refuted promise.
  void add_promises() {
    std::set<std::string> said = refutations_.mechanisms();
    for (const PromisedFound& one : refutations_.best()) {
      const std::string key = mechanism_key(all_[one.promised_at]);
      if (one.more || said.insert(key).second) add_promise(one);
    }
  }
  void add_promise(const PromisedFound& one) {
    auto promise = promised_bound(one.promised_at);
    if (!promise) return;
    promise->tells_direction = !is_whole(all_[one.promised_at]);
    auto found = found_in(all_, one.found_at, "");
    if (!found) return;
    found->attack = called(one.found_at);
    add(say<PromiseClaim>(*promise, *found, one.more));
    told_.insert(one.found_at);
  }

  std::optional<Bound> promised_bound(size_t i) const {
    auto out = bound_of(all_, i, names_.name(all_[i]));
    if (!out) return out;
    if (out->quantifier != Quantifier::all_neighbours) out->name = names_.exact_name(all_[i]);
    out->of_members =
        out->quantifier == Quantifier::all_neighbours && members_.fit(*out->hypotheses);
    return out;
  }

  void add_missing() {
    Questions unknown, few_digits;
    std::map<std::pair<std::string, std::string>, Questions> one_sided;  // by direction and meaning
    const auto append = [this](size_t i, Questions* to) {
      const std::string name = question_text(all_[i], names_.name(all_[i]));
      to->certificates.push_back(i);
      if (to->listed.find(name) == to->listed.npos) {
        to->listed += (to->listed.empty() ? "" : "; ") + name;
      }
    };
    for (size_t i = 0; i < all_.size(); ++i) {
      const bool known = !is_infinite(all_[i]) && !says_nothing(all_[i]);
      if (has_few_digits(i) && known) append(i, &few_digits);
      if (!is_bound(i)) continue;
      if (is_infinite(all_[i])) {
        add(say<InfiniteClaim>(all_[i], i, names_.name(all_[i])));
      } else if (says_nothing(all_[i])) {
        append(i, &unknown);
      } else if (!is_whole(all_[i]) && told_of(i) == Quantifier::all_neighbours) {
        const std::string& direction = all_[i].direction;
        append(i, &one_sided[{direction, direction_meaning(parse_direction(direction),
                                                           *hypotheses_of(all_[i]))}]);
      }
    }
    if (!unknown.certificates.empty()) add(say<UnknownClaim>(unknown));
    if (!few_digits.certificates.empty()) add(say<FewDigitsClaim>(few_digits));
    for (const auto& [direction, about] : one_sided) {
      add(say<OneDirectionClaim>(about, direction.first, direction.second));
    }
  }

  /// Returns true for a confirmed number of one mechanism, or of a channel.
  bool is_bound(size_t i) const {
    return !is_attack(i) && role_of(all_[i]).empty() && all_[i].other.empty() &&
           proof(i) == Proof::values && i < evidence_.results.size() &&
           (evidence_.is_proved(i) || (is_infinite(all_[i]) && is_confirmed(i)));
  }
  /// Returns true if a proved number of one mechanism, or of two, has fewer digits than requested.
  bool has_few_digits(size_t i) const {
    return !is_attack(i) && !all_[i].reached && proof_has_values(i) &&
           i < evidence_.results.size() && evidence_.is_proved(i);
  }
  bool proof_has_values(size_t i) const {
    return proof(i) == Proof::values || proof(i) == Proof::two_values;
  }
  bool is_confirmed(size_t i) const {
    return i < evidence_.results.size() && evidence_.results[i].verdict == Verdict::confirmed;
  }
  Quantifier told_of(size_t i) const { return quantifier_of(quantity(i), hypotheses_of(all_[i])); }

  void add_no_guarantees() {
    std::set<std::string> said;
    for (size_t i = 0; i < all_.size(); ++i) {
      const bool of_mechanism = !is_attack(i) && all_[i].other.empty() && role_of(all_[i]).empty();
      const HypothesesPtr h = of_mechanism ? hypotheses_of(all_[i]) : nullptr;
      if (!h || is_dominating(*h) || !evidence_.is_proved(i)) continue;
      if (!said.insert(mechanism_key(all_[i])).second) continue;
      add(say<NoGuaranteeClaim>(i, names_.exact_name(all_[i]), h));
    }
  }

  PromiseStanding standing(size_t i) const { return refutations_.standing(i); }

  void add_promised(size_t i) {
    if (!evidence_.is_proved(i)) return;
    const Certificate& c = all_[i];
    if (!role_of(c).empty()) return add_call(i);
    if (proof(i) == Proof::calibration) return add_calibrated(i);
    if (!c.other.empty()) return add_compared(i);
    if (!is_bound(i) || is_infinite(c) || says_nothing(c)) return;
    const bool guarantee = told_of(i) == Quantifier::all_neighbours;
    if (guarantee && !is_whole(c)) return;
    const auto bound = promised_bound(i);
    if (!bound) return;
    if (guarantee && quantity(i).reading == Reading::epsilon) return add_epsilon(*bound);
    add(say<BoundClaim>(*bound, noun_of(c, *bound), standing(i)));
  }

  /// Adds the epsilon that an accountant for Poisson sampling reports for the run, and, if known, an epsilon that some
  /// data sets of the run attain.
  void add_call(size_t i) {
    if (const auto call = call_claim(evidence_, i)) add(sentence_of(call));
  }

  void add_epsilon(const Bound& bound) {
    const size_t i = bound.certificate;
    add(say<EpsilonClaim>(bound, standing(i)));
    const bool refuted = standing(i) != PromiseStanding::plain;
    if (bound.upper->sign() > 0 && !refuted) add(say<PersonClaim>(bound));
    if (const auto run = run_of(typed_mechanism(all_[i]))) {
      add(say<RunClaim>(i, *run, bound.name, refuted));
    }
  }

  /// Adds the condition on the steps in which a record may take part, for matrix mechanisms and random allocations.
  void add_participation(size_t i) {
    const Certificate& c = all_[i];
    if (!evidence_.is_proved(i) || !role_of(c).empty()) return;
    if (const std::string own = participation_of(typed_mechanism(c)); !own.empty()) {
      add(say<ParticipationClaim>(i, false, own, names_.name(c)));
    }
    if (const std::string other = participation_of(typed_other(c)); !other.empty()) {
      add(say<ParticipationClaim>(i, true, other, names_.other_name(c)));
    }
  }

  /// Adds the public numbers of both data sets, and the meaning of the sensitivity if it differs between factors.
  void add_public(size_t i) {
    const Certificate& c = all_[i];
    if (!evidence_.is_proved(i) || !role_of(c).empty()) return;
    const HypothesesPtr own = hypotheses_of(c), other = other_hypotheses_of(c);
    const std::string of_own = own ? public_sentence(*own) : "",
                      of_other = other ? public_sentence(*other) : "";
    if (!of_own.empty()) add(say<PublicClaim>(i, false, of_own, names_.name(c)));
    if (!of_other.empty()) add(say<PublicClaim>(i, true, of_other, names_.other_name(c)));
    add_sensitivity(i, false, sensitivity_words(typed_mechanism(c)));
    add_sensitivity(i, true, sensitivity_words(typed_other(c)));
  }

  void add_sensitivity(size_t i, bool other, const std::string& words) {
    if (!words.empty()) add(say<SensitivityClaim>(i, other, words));
  }

  void add_calibrated(size_t i) {
    const Certificate& c = all_[i];
    const HypothesesPtr h = hypotheses_of(c);
    const bool safe = rational_or_none(text_of(c.findings, "safe")).has_value();
    if (!h || !is_dominating(*h) || !safe) return;
    const auto claim = std::make_shared<const CalibratedClaim>(c, i, names_.exact_name(c));
    if (claim->fault(evidence_).empty()) add(sentence_of(claim));
  }

  /// Adds the sentence of a comparison, in which both mechanisms are named.
  void add_compared(size_t i) {
    const Certificate& c = all_[i];
    const std::string first = names_.own_name(c, false), second = names_.other_name(c);
    if (proof(i) == Proof::comparison) return add(say<VerdictClaim>(c, i, first, second));
    if (proof(i) == Proof::two_values) return add(say<DivergenceClaim>(c, i, first, second));
    if (quantity(i).words.proved != nullptr) {
      add(say<ProvedClaim>(evidence_, i, first + " beside " + second));
    }
  }

  bool is_refuting_claim(size_t i, Refuting verdict) const {
    return is_attack(i) && quantity(i).words.proved != nullptr && evidence_.is_proved(i) &&
           refuting_verdict(evidence_.results[i]) == verdict;
  }
  void add_refuting(size_t i, Refuting verdict) {
    const Certificate& c = all_[i];
    const std::string mechanism = c.other.empty() ? "" : names_.other_name(c);
    add(say<RefutingClaim>(c, i, verdict, called(i), mechanism));
  }

  /// Adds the finding of an attack, unless a sentence about a promise already states the finding.
  void add_found(size_t i) {
    if (!evidence_.is_proved(i) || told_.count(i) > 0) return;
    if (quantity(i).words.proved != nullptr) {
      const Refuting verdict = refuting_verdict(evidence_.results[i]);
      const bool said = verdict == Refuting::refuted && !all_[i].other.empty();
      if (!said) add_refuting(i, verdict);
      return;
    }
    if (!quantity(i).found_of.quantity.empty()) {
      auto found = found_in(all_, i, "");
      if (!found) return;
      found->attack = called(i);
      add_found(*found);
      return;
    }
    const auto lower = rational_or_none(all_[i].lower), upper = rational_or_none(all_[i].upper);
    // The bound "mu is at least 0" means that the attack found nothing.
    const bool nothing = upper && upper->sign() <= 0;
    if (lower && upper && !nothing) {
      add(say<FoundNumberClaim>(all_[i], i, called(i)));
    }
  }

  void add_found(const Found& found) {
    add(say<FoundClaim>(found));
    const Certificate& c = all_[found.bound.certificate];
    for (size_t j = 0; j < all_.size(); ++j) {
      const bool promised = !is_attack(j) && is_bound(j) && !is_infinite(all_[j]) &&
                            is_same_question(all_[j], c) && !is_refutable(all_[j], c);
      if (!promised) continue;
      auto bound = promised_bound(j);
      if (!bound || !bound->upper) continue;
      bound->tells_direction = !is_whole(all_[j]);
      Found again = found;
      again.attack = attacks_.again(c);
      add(say<UnrelatedClaim>(*bound, again));
    }
  }

  const Evidence& evidence_;
  const std::vector<Certificate>& all_;
  const MechanismNames names_;
  const AttackNames attacks_;
  const MemberWords members_;
  const Refutations refutations_;
  std::set<size_t> told_;            ///< attacks whose findings are in a sentence about a promise
  std::set<std::string> described_;  ///< attacks that a sentence has described
  std::vector<Sentence> out_;
};

}  // namespace
}  // namespace page

std::vector<page::Sentence> headlines(const std::vector<Certificate>& certificates,
                                      const std::vector<CheckResult>& results) {
  if (results.size() != certificates.size()) return {};
  const page::Evidence evidence{certificates, results};
  return page::Headlines(evidence).lines();
}

}  // namespace plumbline
