#include "verify/certificates/audit_page.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "reference/certificates/request.hpp"
#include "reference/mechanisms/neighbours/neighbours.hpp"
#include "reference/statistics/attack_text.hpp"
#include "verify/base/text/shell_word.hpp"
#include "verify/certificates/attack_names.hpp"
#include "verify/certificates/audit_words.hpp"
#include "verify/certificates/call_words.hpp"
#include "verify/certificates/check_text.hpp"
#include "verify/certificates/headlines.hpp"

namespace plumbline {
namespace {

/// Of a pair, or of two that are compared.
std::string direction_words(const std::string& direction, bool exchanged) {
  const Neighbours* row = find_neighbours(direction);
  if (row == nullptr || row->taken == Direction::worst) {
    return exchanged
               ? "Both directions of the exchange of records: the worse of the two counts."
               : "Both directions, adding and removing a record: the worse of the two counts.";
  }
  const bool forward = row->taken == Direction::forward;
  if (exchanged) {
    return forward
               ? "Direction forward: the output with the record (Q) against the output with the "
                 "one in its place (P)."
               : "Direction reverse: the output with the record in its place (P) against the "
                 "output with the record (Q).";
  }
  return fmt::format("Direction {}, which is the relation {}: {}.", direction, row->relation,
                     row->change);
}

/// Where factors differ in what they call neighbours, no relation has the value.
std::string direction_of_mixed(const std::string& direction) {
  const Direction taken = parse_direction(direction);
  const std::string which =
      taken == Direction::worst
          ? "Both directions of the pairs: the worse of the two counts."
          : "Direction " + direction +
                (taken == Direction::forward ? ": H(Q || P)." : ": H(P || Q).");
  return which +
         " The mechanisms do not call the same data sets neighbours: the value is that of these "
         "pairs "
         "together, and holds for a change of the data that is each one's.";
}

std::string direction_words(const Certificate& c) {
  if (is_attack_text(c.mechanism)) return attack_direction_words(c.direction);
  if (mixes_neighbours(c.mechanism) || (!c.other.empty() && mixes_neighbours(c.other))) {
    return direction_of_mixed(c.direction);
  }
  const bool exchanged =
      exchanges_records(c.mechanism) || (!c.other.empty() && exchanges_records(c.other));
  return direction_words(c.direction, exchanged);
}

/// Who else confirmed how many of them.
std::string second_words(const std::vector<Certificate>& certificates,
                         const std::optional<SecondCheck>& second) {
  if (!second) {
    return "The second checker, checker/plumbline_check.py, was not asked: its command below "
           "derives "
           "what it covers without this program.";
  }
  const auto confirmed =
      std::count_if(certificates.begin(), certificates.end(),
                    [&](const Certificate& c) { return second->of(c) == "confirmed"; });
  const char* were = confirmed == 1 ? "was" : "were";
  if (second->asked) {
    return fmt::format(
        "Of the {} certificate{}, {} {} confirmed by the second checker too, which this run asked: "
        "{} (SHA-256 {}). That of the program's sources, checker/plumbline_check.py, shares no "
        "code "
        "and no arithmetic with this program; sha256sum says whether it is the same file.",
        certificates.size(), certificates.size() == 1 ? "" : "s", confirmed, were, second->file,
        second->sha256);
  }
  return fmt::format(
      "The file {} (SHA-256 {}), which was handed to this run, says that the second checker, "
      "checker/plumbline_check.py, confirmed {} of the {} certificates. This run has not seen it "
      "do so: "
      "the last command below does it again.",
      second->file, second->sha256, confirmed, certificates.size());
}

/// "the file a.json (SHA-256 00)", or all of several.
std::string files_words(const AuditSource& source) {
  std::string out = source.further.empty() ? "the file " : "the files ";
  out += fmt::format("{} (SHA-256 {})", source.file, source.sha256);
  for (const auto& [file, sha256] : source.further) {
    out += fmt::format(", {} (SHA-256 {})", file, sha256);
  }
  return out;
}

/// An expression as typed; as the certificate has it where no check says that both are the same.
std::string shown(const std::string& typed, const std::string& canonical,
                  const CheckResult* result) {
  const bool same = result != nullptr && result->verdict == Verdict::confirmed;
  return same && !typed.empty() ? typed : canonical;
}

}  // namespace

std::string common_digits(const std::string& lower, const std::string& upper) {
  if (lower == upper) return lower + " exactly";
  const size_t e = lower.find('e'), f = upper.find('e');
  const std::string power = e == std::string::npos ? "" : lower.substr(e);
  const std::string other = f == std::string::npos ? "" : upper.substr(f);
  const auto agree = std::mismatch(
      lower.begin(), lower.begin() + static_cast<std::ptrdiff_t>(std::min(e, lower.size())),
      upper.begin(), upper.end());
  const std::string common(lower.begin(), agree.first);
  const size_t point = common.find('.');
  const bool some = common.find_first_of("123456789") != std::string::npos;
  if (power != other || point == std::string::npos || !some) return interval_text(lower, upper);
  return common + "…" + power;
}

namespace {

/// What was done, and what that is worth.
std::vector<std::string> summary_words(const AuditSource& source,
                                       const std::vector<Certificate>& certificates,
                                       const std::vector<CheckResult>& results,
                                       const std::optional<SecondCheck>& second) {
  std::vector<std::string> out;
  if (!source.owner.empty()) out.push_back("For: " + source.owner + ".");
  out.push_back(fmt::format("{} certificate{} from {}, {}.", certificates.size(),
                            certificates.size() == 1 ? "" : "s", files_words(source), source.date));
  if (results.empty()) {
    out.push_back(
        "NOT CHECKED IN THIS RUN: nothing here is proved, so this page says only what the "
        "certificates are about and repeats none of their numbers.");
    return out;
  }
  std::string program;
  for (const auto& [name, version] : versions())
    program += (program.empty() ? "" : ", ") + name + " " + version;
  out.push_back(
      "Every number was derived again in this run, each value by another engine or on another "
      "path where there is one (" +
      check_summary(results) + "), by " + program + ".");
  out.push_back(
      "Each exact value lies between the two ends given. That is proved, not estimated: every "
      "error (truncation, discretisation, quadrature, rounding) is bounded and is inside the "
      "interval.");
  out.push_back(second_words(certificates, second));
  return out;
}

/// Headings that would be the same tell their direction, and attacks which of several they are.
void tell_apart(const AttackNames& names, std::vector<AuditGroup>* groups) {
  for (AuditGroup& group : *groups) {
    const auto same = std::count_if(groups->begin(), groups->end(), [&](const AuditGroup& other) {
      return other.mechanism == group.mechanism;
    });
    const bool attack = names.several() && !group.attack.empty();
    if (attack) group.part = names.name(group.attack);
    if (!group.role.empty()) group.part = "beside the run";
    if (same > 1) group.part += (group.part.empty() ? "" : ", ") + group.direction;
  }
}

/// The group of what is about the same pair in the same direction, made where there is none yet.
AuditGroup& group_of(const Certificate& c, const CheckResult* result,
                     std::vector<AuditGroup>* groups) {
  // With --vary, what is typed there is only a place to start from.
  const bool open = text_of(c.written_more, "vary").empty();
  const std::string first = shown(open ? c.written_mechanism : "", c.mechanism, result),
                    other = shown(c.written_other, c.other, result);
  const std::string key = first + (other.empty() ? "" : " against " + other);
  const auto known = std::find_if(groups->begin(), groups->end(), [&](const AuditGroup& g) {
    return g.mechanism == key && g.role == role_of(c) && g.words.back() == direction_words(c);
  });
  if (known != groups->end()) return *known;
  AuditGroup fresh{.mechanism = key, .words = mechanism_words(first), .rows = {}};
  if (!c.other.empty()) {
    for (const std::string& line : mechanism_words(other)) fresh.words.push_back("Against " + line);
  }
  fresh.words.push_back(direction_words(c));
  if (is_attack_text(c.mechanism)) fresh.attack = c.mechanism;
  fresh.role = role_of(c);
  fresh.direction = c.direction == direction_name(Direction::worst) ? "both directions"
                                                                    : "direction " + c.direction;
  groups->push_back(std::move(fresh));
  return groups->back();
}

const char* const kHowToCheck =
    "The file of certificates is all that is needed; the command \"plumbline certify ... -o FILE\" "
    "writes such a "
    "file, in Python run.certify(\"FILE\") that of a run of pl.dpsgd. The program derives "
    "every value again, by "
    "another method where there is one and otherwise by the same method on another path, and "
    "proves each end; exit code 0 means that all hold, 1 that a number is wrong, 2 that the file "
    "is not a certificate, 3 that precision or time did not suffice, 4 that the program "
    "contradicts itself. The last command asks the second checker, one file of Python that needs "
    "neither the program nor its libraries; its exit codes are the same, and what it does not "
    "cover "
    "is not decided. checker/plumbline_check.py is where that file stands in the program's "
    "sources: "
    "write the place where you have it.";

const std::vector<std::string>& rests_on() {
  static const std::vector<std::string> words = {
      "the proofs beside the program's code (BOUND comments) and that the code does what they say;",
      "ball arithmetic of FLINT/Arb, MPFR and GMP, the compiler and the machine;",
      "for a value marked \"the same formulas at a higher precision\" or \"the same engine on "
      "another "
      "path\", that engine alone."};
  return words;
}

const std::vector<std::string>& does_not_say() {
  static const std::vector<std::string> words = {
      "that any software runs this mechanism, with these parameters, this often;",
      "that its noise is sampled as the mathematics has it (floating-point sampling, weak random "
      "numbers and timing are other questions);",
      "which change of a record the sensitivity stands for: that is the definition of neighbouring "
      "data sets in use;",
      "anything about steps, data or releases that the expression does not contain;",
      "who wrote the certificates: the digest in them shows accidental damage, it is no "
      "signature."};
  return words;
}

}  // namespace

namespace {

/// The title of a page that has none of its own. An audit is an attack that was counted: a page without one is not called
/// so.
std::string usual_title(const std::vector<Certificate>& certificates) {
  const auto attacks =
      std::count_if(certificates.begin(), certificates.end(),
                    [](const Certificate& c) { return is_attack_text(c.mechanism); });
  if (attacks == 0) return "Privacy statement: certified privacy values";
  const bool alone = static_cast<size_t>(attacks) == certificates.size();
  return alone ? "Audit statement: what an attack shows"
               : "Audit statement: certified privacy values and an attack";
}

/// What an attack found that no quantity of a mechanism is held against: of its bounds mu.
bool is_beside_nothing(const Certificate& c) {
  if (!is_attack_text(c.mechanism)) return false;
  const Quantity& quantity = certified_quantity(c.quantity);
  const bool bound = quantity.words.proved == nullptr && quantity.words.first.empty();
  return bound && quantity.found_of.quantity.empty();
}

}  // namespace

AuditPage audit_page_of(const AuditSource& source, const std::vector<Certificate>& certificates,
                        const std::vector<CheckResult>& results,
                        const std::optional<SecondCheck>& second) {
  AuditPage out;
  out.title = source.title.empty() ? usual_title(certificates) : source.title;
  out.headlines = headlines(certificates, results);
  out.summary = summary_words(source, certificates, results, second);
  for (size_t i = 0; i < certificates.size(); ++i) {
    const Certificate& c = certificates[i];
    const CheckResult* result = results.empty() ? nullptr : &results[i];
    AuditGroup& group = group_of(c, result, &out.groups);
    for (AuditRow& row : rows_of(c, result)) {
      if (second && !results.empty()) row.second = second->attributed(c);
      group.rows.push_back(std::move(row));
    }
  }
  for (AuditGroup& group : out.groups) {
    group.mechanism = shown_numbers(group.mechanism);
    for (std::string& line : group.words) line = shown_numbers(line);
  }
  tell_apart(AttackNames(certificates), &out.groups);
  out.together = promised_and_found(certificates, results);
  out.refuted = refutes_something(certificates, results);
  out.how_to_check = {kHowToCheck};
  std::string files = shell_word(source.file);
  for (const auto& [file, sha256] : source.further) files += " " + shell_word(file);
  out.commands = {"sha256sum " + files, "plumbline check " + files,
                  "python3 checker/plumbline_check.py " + files};
  out.rests_on = rests_on();
  out.does_not_say = does_not_say();
  const auto is_any = [&](const auto& of) {
    return std::any_of(certificates.begin(), certificates.end(), of);
  };
  if (is_any(is_beside_nothing) &&
      is_any([](const Certificate& c) { return !is_attack_text(c.mechanism); })) {
    out.does_not_say.insert(
        out.does_not_say.begin(),
        "how the mu of the attack compares with the mechanism's: the attack's is about all levels, "
        "and a mechanism's is computed for a range of them (plumbline gdp), which no certificate "
        "of "
        "an attack is held against;");
  }
  if (is_any([](const Certificate& c) { return !role_of(c).empty(); })) {
    out.does_not_say.insert(
        out.does_not_say.begin(),
        "that what stands beside the run, an accountant's number and what some data sets have, is "
        "about the batches that this software draws: the file says so (docs/dp-sgd.md, section 9, "
        "has the reasons);");
  }
  if (std::any_of(certificates.begin(), certificates.end(),
                  [](const Certificate& c) { return is_attack_text(c.mechanism); })) {
    const std::vector<std::string> more = attack_limits();
    out.does_not_say.insert(out.does_not_say.begin(), more.begin(), more.end());
  }
  return out;
}

}  // namespace plumbline
