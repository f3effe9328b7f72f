#include "verify/certificates/headlines.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <set>

#include "reference/arithmetic/ball.hpp"
#include "reference/arithmetic/number_or_none.hpp"
#include "reference/certificates/request.hpp"
#include "reference/mechanisms/expression.hpp"
#include "reference/quantities/neighbours/direction.hpp"
#include "reference/quantities/neighbours/neighbours.hpp"
#include "reference/questions/registry.hpp"
#include "reference/statistics/attack_text.hpp"
#include "verify/certificates/attack_names.hpp"
#include "verify/certificates/audit_words.hpp"
#include "verify/certificates/plain_number.hpp"
#include "verify/certificates/run_words.hpp"

namespace plumbline {
namespace {

/// e^epsilon, rounded up.
std::string factor_above(const Rational& epsilon) {
  const Ball factor = exp(Ball(epsilon, Bits{128}));
  const auto above = rational_or_none(factor.decimal_bounds(2 * kShownDigits).second);
  return above ? plain(decimal_above(*above, kShownDigits)) : "";
}

/// The sizes of the groups of records that the factors add or remove; "1" where none is written.
std::set<std::string> group_sizes(const std::string& mechanism) {
  std::set<std::string> out;
  for (const WrittenFactor& factor : read_open_expression(mechanism)) {
    out.insert(factor.number_text("group"));
  }
  return out;
}

/// What makes two data sets neighbours, as the subject of a sentence.
std::string change_words(const std::string& mechanism) {
  const char* const single = " (one person, where each person has one)";
  if (mixes_neighbours(mechanism)) return "A change of one record between neighbours";
  if (exchanges_records(mechanism)) return std::string("Exchanging one record") + single;
  const std::set<std::string> sizes = group_sizes(mechanism);
  const bool inside = *sizes.begin() == "1" && mechanism.find("group") != mechanism.npos;
  if (sizes.size() != 1 || inside) {
    return "Adding or removing as many records as the groups below have";
  }
  if (*sizes.begin() == "1") return std::string("Adding or removing one record") + single;
  return fmt::format("Adding or removing all records of one person who has at most {}",
                     *sizes.begin());
}

/// Where delta is met at epsilon = 0, of which a solved epsilon below 0 tells.
std::string no_epsilon_words(const Rational& solved, const std::string& delta,
                             const std::string& mechanism) {
  std::string out = fmt::format("epsilon is 0 at delta = {}", plain(delta));
  if (solved.sign() < 0) {
    out += fmt::format(
        " (the equation delta(epsilon) = delta has a solution below 0, at most {}: see below)",
        plain(decimal_above(solved, kShownDigits)));
  }
  return out + fmt::format(". {} changes the probability of every outcome by at most {}.",
                           change_words(mechanism), plain(delta));
}

std::string epsilon_words(const Rational& epsilon, const std::string& delta,
                          const std::string& mechanism) {
  if (epsilon.sign() <= 0) return no_epsilon_words(epsilon, delta, mechanism);
  const Rational shown = decimal_above(epsilon, kShownDigits);
  std::string out = fmt::format("epsilon is at most {} at delta = {}.", plain(shown), plain(delta));
  const std::string factor = factor_above(shown);
  if (factor.empty()) return out;
  return out + fmt::format(
                   " {} changes the probability of every set of outcomes by a factor of at most {} "
                   "(e^epsilon), and by at most {} (delta) beyond that.",
                   change_words(mechanism), factor, plain(delta));
}

std::string reconstruction_words(const std::string& success, const std::string& chance) {
  return fmt::format(
      "An attack that reconstructs a record succeeds with probability at most {} where guessing "
      "without the output succeeds with probability {}.",
      success, chance);
}

/// Of a quantity whose upper end is the careful one; empty of others.
std::string sentence(const Quantity& quantity, const Certificate& c, const Rational& upper) {
  const std::string& typed = c.written_mechanism.empty() ? c.mechanism : c.written_mechanism;
  const std::string shown = plain(decimal_above(upper, kShownDigits));
  switch (quantity.reading) {
    case Reading::epsilon:
      return epsilon_words(upper, c.at, typed);
    case Reading::delta:
      return fmt::format("delta is at most {} at epsilon = {}.", shown, plain(c.at));
    case Reading::tv:
      return fmt::format(
          "No attack tells members from others with an advantage (true positive rate minus false "
          "positive rate) above {}.",
          shown);
    case Reading::power:
      if (quantity.forward_only()) return reconstruction_words(shown, plain(c.at));
      return fmt::format(
          "An attack that wrongly suspects a share of at most {} of the non-members finds a share "
          "of at most {} of the members.",
          plain(c.at), shown);
    default:
      return "";
  }
}

bool is_confirmed(const CheckResult& result) {
  return result.verdict == Verdict::confirmed &&
         std::any_of(result.numbers.begin(), result.numbers.end(),
                     [](const CheckedNumber& x) { return x.name == "lower, upper" && x.proved(); });
}

/// What the certificate is about, as one names it: "epsilon at delta = 0.00001". Empty of quantities that have no
/// sentence here.
std::string name_in_short(const Quantity& quantity, const Certificate& c) {
  switch (quantity.reading) {
    case Reading::epsilon:
      return "epsilon at delta = " + plain(c.at);
    case Reading::delta:
      return "delta at epsilon = " + plain(c.at);
    case Reading::tv:
      return "the advantage of attacks";
    case Reading::power:
      return quantity.forward_only()
                 ? "the success of reconstructions"
                 : "the share of members found at a false positive rate of " + plain(c.at);
    default:
      return "";
  }
}

/// Whether an upper end says nothing: infinity, or a probability of 1, while the lower end is far below.
bool says_nothing(const Quantity& quantity, const Certificate& c) {
  if (c.upper == "inf") return c.lower != "inf" && text_of(c.findings, "infinite").empty();
  const auto lower = rational_or_none(c.lower), upper = rational_or_none(c.upper);
  const bool probability = quantity.reading != Reading::epsilon;
  return probability && lower && upper && *upper >= Rational(1) &&
         *lower < Rational(1) / Rational(2);
}

std::string listed(const std::vector<std::string>& names) {
  std::string out;
  for (const std::string& name : names) out += (out.empty() ? "" : "; ") + name;
  return out;
}

/// What is known of one direction alone is no guarantee, and what is not known is said.
std::vector<std::string> missing_words(const std::vector<std::string>& unknown,
                                       const std::vector<std::string>& one_sided,
                                       const std::string& direction) {
  std::vector<std::string> out;
  if (!unknown.empty()) {
    out.push_back("NOT KNOWN: " + listed(unknown) +
                  ". The digits or the time given did not suffice to say anything of this.");
  }
  if (!one_sided.empty()) {
    const Neighbours* const row = find_neighbours(direction);
    const std::string meant = row == nullptr ? direction : row->relation + ": " + row->change;
    out.push_back(
        fmt::format("Certified in one direction alone ({}): {}. A guarantee of privacy needs the "
                    "worse of both directions, so these numbers stand in the tables below alone.",
                    meant, listed(one_sided)));
  }
  return out;
}

/// The text of a finding that the check proved.
std::string proved_finding(const CheckResult& result, const std::string& name) {
  for (const CheckedFinding& one : result.findings) {
    if (one.name == "findings." + name && one.standing == Standing::proved) return one.text;
  }
  return "";
}

std::string capital(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') {
    text[0] = static_cast<char>(text[0] - 'a' + 'A');
  }
  return text;
}

std::string typed_or(const std::string& typed, const std::string& canonical) {
  return shown_numbers(typed.empty() ? canonical : typed);
}

/// What is promised, what was found against it, and the latter as a sentence of its own.
struct Told {
  std::string promise, proof, found;
};

/// Of a quantity that attacks bound from below and mechanisms from above.
Told told(const Quantity& promised, const std::string& at, const std::string& most,
          const std::string& least) {
  switch (promised.reading) {
    case Reading::epsilon:
      return {fmt::format("epsilon is at most {} at delta = {}", most, at),
              "that it is at least " + least,
              fmt::format("epsilon is at least {} at delta = {}", least, at)};
    case Reading::tv:
      return {
          "no attack tells members from others with an advantage (true positive rate minus "
          "false positive rate) above " +
              most,
          "an advantage of at least " + least,
          "members can be told from others with an advantage (true positive rate minus false "
          "positive rate) of at least " +
              least};
    case Reading::power:
      return {fmt::format("no attack that wrongly suspects a share of at most {} of the others "
                          "finds more than a share of {} of the members",
                          at, most),
              "a share of at least " + least,
              fmt::format("an attack that wrongly suspects a share of at most {} of the others can "
                          "find a share of at least {} of the members",
                          at, least)};
    default:
      return {};
  }
}

std::string rounded_up(const std::string& number) {
  return plain(decimal_above(Rational::parse(number), kShownDigits));
}
std::string rounded_down(const std::string& number) {
  return plain(decimal_below(Rational::parse(number), kShownDigits));
}

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
      if (is_attack_text(all_[i].mechanism)) say(found_words(i));
    }
    if (!out_.empty()) say(names_.together());
    define_members();
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
           !is_attack_text(all_[i].mechanism) && is_confirmed(results_[i]);
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

  void define_members() {
    const bool named = std::any_of(out_.begin(), out_.end(), [](const std::string& line) {
      return line.find("members") != std::string::npos;
    });
    const bool trials = std::any_of(out_.begin(), out_.end(), [](const std::string& line) {
      return line.find("(trials: ") != std::string::npos;
    });
    if (!named) return;
    say(std::string("Members are records that were in the data, others (non-members) records that "
                    "were not") +
        (trials ? "; in trials a member is a run with the record, another a run without it."
                : "."));
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

std::vector<std::string> headlines(const std::vector<Certificate>& certificates,
                                   const std::vector<CheckResult>& results) {
  if (results.size() != certificates.size()) return {};
  return Headlines(certificates, results).lines();
}

bool refutes_something(const std::vector<Certificate>& certificates,
                       const std::vector<CheckResult>& results) {
  for (const PromisedFound& one : promised_and_found(certificates, results)) {
    if (one.more) return true;
  }
  for (size_t i = 0; i < results.size(); ++i) {
    const bool claim = is_attack_text(certificates[i].mechanism) && is_confirmed(results[i]);
    if (claim && proved_finding(results[i], "refuted") == "yes") return true;
  }
  return false;
}

}  // namespace plumbline
