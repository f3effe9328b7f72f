#include "verify/statement/audit_page.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "reference/certificates/request.hpp"
#include "reference/mechanisms/neighbours/neighbours.hpp"
#include "reference/statistics/attack_text.hpp"
#include "verify/certificates/roles.hpp"
#include "verify/statement/attack_claims.hpp"
#include "verify/statement/attack_names.hpp"
#include "verify/statement/attack_words.hpp"
#include "verify/statement/certificate_hypotheses.hpp"
#include "verify/statement/headlines.hpp"
#include "verify/statement/mechanism_names.hpp"
#include "verify/statement/missing_claims.hpp"
#include "verify/statement/neighbour_words.hpp"
#include "verify/statement/number_tokens.hpp"
#include "verify/statement/page_sections.hpp"
#include "verify/statement/promised_found.hpp"

namespace plumbline {
namespace {

using page::Evidence;
using page::say;
using page::Sentence;

/// Returns the expression as typed if the check confirms that it is the mechanism `canonical` of the certificate;
/// otherwise returns `canonical`.
std::string shown(const std::string& typed, const std::string& canonical,
                  const CheckResult* result) {
  const bool same = result != nullptr && result->verdict == Verdict::confirmed;
  return same && !typed.empty() ? typed : canonical;
}

std::string first_shown(const Certificate& c, const CheckResult* result) {
  // With --vary, the typed value is only the start of a search.
  const bool closed = text_of(c.written_more, "vary").empty();
  return shown(closed ? c.written_mechanism : "", c.mechanism, result);
}

std::string direction_words(const Certificate& c) {
  if (is_attack_text(c.mechanism)) return attack_direction_words(c.direction);
  const auto first = hypotheses_of(c), second = other_hypotheses_of(c);
  if (!first) return "All pairs of inputs, in both orders.";
  return direction_sentence(parse_direction(c.direction), *first, second ? &*second : nullptr);
}

/// Returns all arguments of the certificate's question.
std::string arguments_text(const Certificate& c) {
  std::string out = c.at;
  for (const auto& [name, value] : c.target) out += " " + value;
  return out;
}

/// Returns the lines of a group: a description of each mechanism, the neighbours for which the numbers hold, the
/// direction, and the exact values of the doubles in these lines.
std::vector<std::string> group_lines(const Certificate& c, const CheckResult* result) {
  const std::string first = first_shown(c, result), other = shown(c.written_other, c.other, result);
  std::vector<std::string> out = mechanism_words(first);
  if (!c.other.empty()) {
    for (const std::string& line : mechanism_words(other)) out.push_back("Against " + line);
  }
  const HypothesesPtr h = hypotheses_of(c);
  if (h && c.other.empty() && role_of(c).empty()) {
    for (const std::string& line : basis_sentences(*h, parse_direction(c.direction))) {
      out.push_back(line);
    }
  }
  out.push_back(direction_words(c));
  for (std::string& line : out) line = shown_numbers(line);
  for (const std::string& line : doubles_explained(first + " " + other + " " + arguments_text(c))) {
    out.push_back(line);
  }
  return out;
}

/// The claim of one line of a group.
class GroupClaim : public page::PageClaim {
 public:
  GroupClaim(size_t certificate, std::string line)
      : certificate_(certificate), line_(std::move(line)) {}
  std::string text() const override { return line_; }
  std::string fault(const Evidence& evidence) const override {
    const CheckResult* const result =
        evidence.results.empty() ? nullptr : &evidence.results[certificate_];
    const std::vector<std::string> lines = group_lines(evidence.certificates[certificate_], result);
    return std::count(lines.begin(), lines.end(), line_) > 0 ? "" : "no line of its certificate";
  }
  NamedTexts fields() const override {
    return {{"kind", "description"}, {"certificate", std::to_string(certificate_ + 1)}};
  }

 private:
  size_t certificate_;
  std::string line_;
};

std::string group_key(const Certificate& c, const CheckResult* result) {
  const std::string data = is_attack_text(c.mechanism) ? experiment_of(c) : "";
  return role_of(c) + "\n" + first_shown(c, result) + "\n" +
         shown(c.written_other, c.other, result) + "\n" + c.direction + "\n" + data;
}

/// Returns the group for the pair and direction of the i-th certificate, and creates it if there is none yet.
AuditGroup& group_of(const Evidence& evidence, size_t i, std::vector<AuditGroup>* groups) {
  const Certificate& c = evidence.certificates[i];
  const CheckResult* const result = evidence.results.empty() ? nullptr : &evidence.results[i];
  const std::string key = group_key(c, result);
  const auto known = std::find_if(groups->begin(), groups->end(),
                                  [&](const AuditGroup& g) { return g.key == key; });
  if (known != groups->end()) return *known;
  const std::string other = shown(c.written_other, c.other, result);
  AuditGroup fresh;
  fresh.key = key;
  fresh.mechanism =
      shown_numbers(first_shown(c, result) + (other.empty() ? "" : " against " + other));
  for (const std::string& line : group_lines(c, result)) {
    fresh.words.push_back(say<GroupClaim>(i, line));
  }
  fresh.direction = c.direction == direction_name(Direction::worst) ? "both directions"
                                                                    : "direction " + c.direction;
  if (!role_of(c).empty()) {
    fresh.part = "further values of the run";
  } else if (is_attack_text(c.mechanism)) {
    const AttackNames names(evidence.certificates);
    if (names.several()) fresh.part = names.name(c);
  } else {
    const page::MechanismNames names(evidence.certificates);
    const std::string number = names.number(mechanism_key(c));
    if (!number.empty() && names.name(c) == number) fresh.part = number;
  }
  groups->push_back(std::move(fresh));
  return groups->back();
}

/// Adds to the group the exact values of the doubles in the arguments of the certificate with the index `at`.
void add_doubles(const Certificate& c, size_t at, AuditGroup* group) {
  for (const std::string& line : doubles_explained(arguments_text(c))) {
    const bool known = std::any_of(group->words.begin(), group->words.end(),
                                   [&](const Sentence& one) { return one.text == line; });
    if (!known) group->words.push_back(say<GroupClaim>(at, line));
  }
}

/// Adds the direction to the headings of groups whose headings are otherwise equal.
void tell_apart(std::vector<AuditGroup>* groups) {
  std::vector<std::string> more;
  for (const AuditGroup& group : *groups) {
    const auto same = std::count_if(groups->begin(), groups->end(), [&](const AuditGroup& other) {
      return other.mechanism == group.mechanism && other.part == group.part;
    });
    more.push_back(same > 1 ? group.direction : "");
  }
  for (size_t i = 0; i < groups->size(); ++i) {
    std::string& part = (*groups)[i].part;
    if (!more[i].empty()) part += (part.empty() ? "" : ", ") + more[i];
  }
}

/// Returns rows that show a promised number next to the result of an attack.
std::vector<TogetherRow> together_of(const Evidence& evidence) {
  const std::vector<Certificate>& all = evidence.certificates;
  const page::MechanismNames names(all);
  const AttackNames attacks(all);
  std::vector<TogetherRow> out;
  for (const PromisedFound& one : promised_and_found(all, evidence.results)) {
    const Certificate &promised = all[one.promised_at], &found = all[one.found_at];
    auto bound = page::bound_of(all, one.promised_at, names.name(promised));
    const auto more = page::found_in(all, one.found_at, attacks.described(found));
    if (!bound || !more) continue;
    bound->tells_direction = !page::is_whole(promised);
    std::string quantity = promised.quantity;
    if (!promised.argument.empty()) {
      quantity += " at " + promised.argument + " = " + shown_number(promised.at);
    }
    const std::string mechanism = names.own_name(promised, true);
    out.push_back({quantity, found.lower, promised.upper,
                   say<page::PromiseClaim>(*bound, *more, one.more, mechanism)});
  }
  return out;
}

/// Returns all sentences of a page.
std::vector<const Sentence*> sentences_of(const AuditPage& page) {
  std::vector<const Sentence*> out;
  for (const auto* part :
       {&page.headlines, &page.summary, &page.how_to_check, &page.rests_on, &page.does_not_say}) {
    for (const Sentence& one : *part) out.push_back(&one);
  }
  for (const AuditGroup& group : page.groups) {
    for (const Sentence& one : group.words) out.push_back(&one);
    for (const AuditRow& row : group.rows) out.push_back(&row.meaning);
  }
  for (const TogetherRow& row : page.together) out.push_back(&row.words);
  return out;
}

}  // namespace

AuditPage audit_page_of(const AuditSource& source, const std::vector<Certificate>& certificates,
                        const std::vector<CheckResult>& results,
                        const std::optional<SecondCheck>& second) {
  for (const Certificate& c : certificates) require_one_relation(c);
  const Evidence evidence{certificates, results};
  AuditPage out;
  out.title = source.title.empty() ? page::default_title(certificates) : source.title;
  out.headlines = headlines(certificates, results);
  out.summary = page::summary_of(source, certificates, results, second);
  for (size_t i = 0; i < certificates.size(); ++i) {
    AuditGroup& group = group_of(evidence, i, &out.groups);
    add_doubles(certificates[i], i, &group);
    for (AuditRow& row : rows_of(evidence, i)) {
      if (second && !results.empty()) row.second = second->attributed(certificates[i]);
      group.rows.push_back(std::move(row));
    }
  }
  tell_apart(&out.groups);
  out.together = together_of(evidence);
  out.rates = page::rate_picture(evidence);
  out.refuted = refutes_something(certificates, results);
  out.how_to_check = page::how_to_check();
  out.commands = page::commands_of(source);
  out.rests_on = page::rests_on();
  out.does_not_say = page::does_not_say(certificates);
  return out;
}

std::vector<std::string> faults_of(const AuditPage& page,
                                   const std::vector<Certificate>& certificates,
                                   const std::vector<CheckResult>& results) {
  const Evidence evidence{certificates, results};
  std::vector<std::string> out;
  for (const Sentence* const one : sentences_of(page)) {
    if (one->claim == nullptr) {
      out.push_back(one->text + ": has no claim");
    } else if (one->claim->text() != one->text) {
      out.push_back(one->text + ": is not the text of its claim");
    } else if (const std::string fault = one->claim->fault(evidence); !fault.empty()) {
      out.push_back(one->text + ": " + fault);
    }
  }
  return out;
}

}  // namespace plumbline
