#include "verify/certificates/headlines.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <set>

#include "reference/arithmetic/numbers/number_or_none.hpp"
#include "reference/certificates/request.hpp"
#include "reference/mechanisms/neighbours/direction.hpp"
#include "reference/statistics/attack_text.hpp"
#include "verify/certificates/attack_names.hpp"
#include "verify/certificates/audit_words.hpp"
#include "verify/certificates/call_words.hpp"
#include "verify/certificates/headline_words.hpp"
#include "verify/certificates/plain_number.hpp"
#include "verify/certificates/run_words.hpp"

namespace plumbline {
namespace headline {
namespace {

/// What all certificates say together.
class Headlines {
 public:
  Headlines(const std::vector<Certificate>& certificates, const std::vector<CheckResult>& results)
      : all_(certificates), results_(results), names_(certificates) {
    for (const PromisedFound& one : promised_and_found(certificates, results)) take(one);
    for (size_t i = 0; i < results_.size(); ++i) {
      if (refutes_mechanism(i)) refuted_.insert(all_[i].other);
    }
  }

  std::vector<std::string> lines() {
    say_promises();
    say_missing();
    for (size_t i = 0; i < results_.size(); ++i) {
      if (refutes_mechanism(i)) say(claim_words(i));
    }
    if (!refuted_.empty()) {
      say("Do not rely on what else is promised of " +
          std::string(refuted_.size() == 1 ? "this mechanism" : "these mechanisms") +
          ": what was attacked is not it, nor as private.");
    }
    for (size_t i = 0; i < results_.size(); ++i) {
      say_promised(i);
      say(call_words(all_, results_, i));
      if (is_attack_text(all_[i].mechanism)) say(found_words(i));
    }
    if (!out_.empty()) say(names_.together());
    say(members_defined(out_));
    say(doubles_defined(out_));
    return out_;
  }

 private:
  void say(const std::string& text) {
    if (!text.empty() && std::find(out_.begin(), out_.end(), text) == out_.end()) {
      out_.push_back(text);
    }
  }

  /// Of several attacks on a promise the one that found most.
  void take(const PromisedFound& one) {
    if (one.more) refuted_.insert(all_[one.promised_at].mechanism);
    const auto known = std::find_if(best_.begin(), best_.end(), [&](const PromisedFound& other) {
      return other.promised_at == one.promised_at;
    });
    if (known == best_.end()) {
      best_.push_back(one);
    } else if (Rational::parse(one.found) > Rational::parse(known->found)) {
      *known = one;
    }
  }

  /// What it was is said once.
  std::string called(const std::string& attack) {
    return described_.insert(attack).second ? names_.described(attack) : names_.again(attack);
  }

  bool refutes_mechanism(size_t i) const {
    const bool claim =
        certified_quantity(all_[i].quantity).subject == Subject::attack_and_mechanism;
    return claim && is_confirmed(results_[i]) && proved_finding(results_[i], "refuted") == "yes";
  }

  std::string promise_words(const PromisedFound& one) {
    const Certificate &promised = all_[one.promised_at], &found = all_[one.found_at];
    const Told words = told(certified_quantity(promised.quantity),
                            promised.argument.empty() ? "" : plain(promised.at),
                            rounded_up(one.promised), rounded_down(one.found));
    std::set<std::string> mechanisms;
    for (const PromisedFound& other : best_) mechanisms.insert(all_[other.promised_at].mechanism);
    return fmt::format(
        "The promise{} is that {}; {} proves {}, at confidence {}. {}",
        mechanisms.size() == 1 ? ""
                               : " of " + typed_or(promised.written_mechanism, promised.mechanism),
        words.promise, called(found.mechanism), words.proof,
        AttackText::parse(found.mechanism).word("confidence"),
        one.more ? "The promise is refuted."
                 : "The promise is not refuted. It is not confirmed either: what lies between both "
                   "numbers is open.");
  }

  /// Both numbers side by side: all that is refuted, and of what is not the first of each mechanism.
  void say_promises() {
    for (const PromisedFound& one : best_) {
      if (one.more) say_promise(one);
    }
    std::set<std::string> said = refuted_;
    for (const PromisedFound& one : best_) {
      if (said.insert(all_[one.promised_at].mechanism).second) say_promise(one);
    }
  }
  void say_promise(const PromisedFound& one) {
    say(promise_words(one));
    told_.insert(one.found_at);
    if (one.more) broken_.insert(one.promised_at);
  }

  /// A confirmed number of a mechanism, of which an upper end is told.
  bool is_careful(size_t i) const {
    return certified_quantity(all_[i].quantity).dangerous == DangerousSide::below &&
           !is_attack_text(all_[i].mechanism) && role_of(all_[i]).empty() &&
           is_confirmed(results_[i]);
  }
  /// Of both directions, where there are two.
  bool is_whole(size_t i) const {
    return all_[i].direction == direction_name(Direction::worst) ||
           certified_quantity(all_[i].quantity).forward_only();
  }

  void say_missing() {
    std::vector<std::string> unknown, one_sided;
    std::string direction;
    const auto add = [](const std::string& name, std::vector<std::string>* to) {
      if (!name.empty() && std::find(to->begin(), to->end(), name) == to->end()) {
        to->push_back(name);
      }
    };
    for (size_t i = 0; i < results_.size(); ++i) {
      const Quantity& quantity = certified_quantity(all_[i].quantity);
      if (!is_careful(i)) continue;
      if (says_nothing(quantity, all_[i])) {
        add(name_in_short(quantity, all_[i]), &unknown);
      } else if (!is_whole(i)) {
        add(name_in_short(quantity, all_[i]), &one_sided);
        direction = all_[i].direction;
      }
    }
    for (const std::string& line : missing_words(unknown, one_sided, direction)) say(line);
  }

  void say_promised(size_t i) {
    const Certificate& c = all_[i];
    const Quantity& quantity = certified_quantity(c.quantity);
    const auto upper = rational_or_none(c.upper);
    if (!is_careful(i) || says_nothing(quantity, c) || !is_whole(i) || !upper) return;
    const std::string words = sentence(quantity, c, *upper);
    if (words.empty()) return;
    const bool refuted = refuted_.count(c.mechanism) > 0;
    say((broken_.count(i) > 0 ? "Promised, and refuted: "
         : refuted            ? "Promised of the refuted mechanism: "
                              : "") +
        words);
    if (quantity.reading != Reading::epsilon) return;
    const std::string run = run_words(c.written_mechanism);
    say(run.empty() || !refuted ? run : "As promised: t" + run.substr(1));
  }

  /// What an attack found, unless a promise's words have told it.
  std::string found_words(size_t i) {
    const Certificate& c = all_[i];
    const Quantity& quantity = certified_quantity(c.quantity);
    if (!is_confirmed(results_[i]) || told_.count(i) > 0) return "";
    if (quantity.words.proved != nullptr) return refutes_mechanism(i) ? "" : claim_words(i);
    const auto lower = rational_or_none(c.lower);
    if (quantity.found_of.quantity.empty() || !lower || lower->sign() <= 0) return "";
    const Told words = told(certified_quantity(quantity.found_of.quantity),
                            c.argument.empty() ? "" : plain(c.at), "", rounded_down(c.lower));
    return capital(fmt::format("{} proves, at confidence {}, that {}.", called(c.mechanism),
                               AttackText::parse(c.mechanism).word("confidence"), words.found));
  }

  /// Whether a claim is refuted, with its p-value on the safe side.
  std::string claim_words(size_t i) {
    const Certificate& c = all_[i];
    const std::string refuted = proved_finding(results_[i], "refuted");
    const std::string what =
        c.other.empty() ? fmt::format("({}, {})-DP", shown_number(text_of(c.target, "epsilon")),
                                      shown_number(text_of(c.target, "delta")))
                        : typed_or(c.written_other, c.other) + ", or anything as private";
    const std::string start = capital(called(c.mechanism)),
                      at = "at confidence " + AttackText::parse(c.mechanism).word("confidence");
    if (refuted == "yes") {
      return fmt::format(
          "{} refutes, {}, that what was attacked is {}. The p-value, the least probability of "
          "error at which these counts refute it, is at most {}.",
          start, at, what, decimal_above(Rational::parse(c.upper), kShownDigits).text());
    }
    if (refuted == "no") {
      return fmt::format(
          "{} does not refute, {}, that what was attacked is {} (p-value at least {}). This does "
          "not confirm it: another attack, or more runs, may refute it.",
          start, at, what, decimal_below(Rational::parse(c.lower), kShownDigits).text());
    }
    return fmt::format("Whether {} refutes that what was attacked is {} was not decided.",
                       called(c.mechanism), what);
  }

  const std::vector<Certificate>& all_;
  const std::vector<CheckResult>& results_;
  const AttackNames names_;
  std::vector<PromisedFound> best_;
  std::set<std::string> refuted_;    ///< mechanisms
  std::set<size_t> broken_, told_;   ///< promises that are refuted; findings that are told with one
  std::set<std::string> described_;  ///< attacks
  std::vector<std::string> out_;
};

}  // namespace
}  // namespace headline

std::vector<std::string> headlines(const std::vector<Certificate>& certificates,
                                   const std::vector<CheckResult>& results) {
  if (results.size() != certificates.size()) return {};
  return headline::Headlines(certificates, results).lines();
}

bool refutes_something(const std::vector<Certificate>& certificates,
                       const std::vector<CheckResult>& results) {
  for (const PromisedFound& one : promised_and_found(certificates, results)) {
    if (one.more) return true;
  }
  for (size_t i = 0; i < results.size(); ++i) {
    const bool claim =
        is_attack_text(certificates[i].mechanism) && headline::is_confirmed(results[i]);
    if (claim && headline::proved_finding(results[i], "refuted") == "yes") return true;
  }
  return false;
}

}  // namespace plumbline
