#include "verify/statement/page_sections.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "reference/certificates/request.hpp"
#include "reference/statistics/attack_text.hpp"
#include "verify/base/text/shell_word.hpp"
#include "verify/certificates/check_text.hpp"
#include "verify/certificates/roles.hpp"
#include "verify/statement/attack_words.hpp"

namespace plumbline::page {
namespace {

std::vector<Sentence> remarks(const std::string& about, const std::vector<std::string>& lines) {
  std::vector<Sentence> out;
  for (const std::string& line : lines) out.push_back(say<Remark>(about, line));
  return out;
}

bool is_attack(const Certificate& c) { return is_attack_text(c.mechanism); }

/// Returns a sentence with the number of certificates that the second checker confirmed, and the checker's name.
std::string second_words(const std::vector<Certificate>& certificates,
                         const std::optional<SecondCheck>& second) {
  if (!second) {
    return "The second checker, checker/plumbline_check.py, was not run: its command below derives "
           "the covered certificates without this program.";
  }
  const auto confirmed =
      std::count_if(certificates.begin(), certificates.end(),
                    [&](const Certificate& c) { return second->of(c) == "confirmed"; });
  const char* were = confirmed == 1 ? "was" : "were";
  if (second->asked) {
    return fmt::format(
        "Of the {} certificate{}, {} {} confirmed by the second checker too, in this run: {} "
        "(SHA-256 {}). The checker in the program's sources, checker/plumbline_check.py, shares no "
        "code and no arithmetic with this program; sha256sum shows if it is the same file.",
        certificates.size(), certificates.size() == 1 ? "" : "s", confirmed, were, second->file,
        second->sha256);
  }
  return fmt::format(
      "The file {} (SHA-256 {}), an input of this run, states that the second checker, "
      "checker/plumbline_check.py, confirmed {} of the {} certificates. This run did not repeat "
      "that: the last command below does.",
      second->file, second->sha256, confirmed, certificates.size());
}

/// Returns "the file a.json (SHA-256 00)", or the list of several files.
std::string files_words(const AuditSource& source) {
  std::string out = source.further.empty() ? "the file " : "the files ";
  out += fmt::format("{} (SHA-256 {})", source.file, source.sha256);
  for (const auto& [file, sha256] : source.further) {
    out += fmt::format(", {} (SHA-256 {})", file, sha256);
  }
  return out;
}

/// Returns sentences on the method of the check, and on the value of the check as evidence.
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
        "NOT CHECKED IN THIS RUN: nothing here is proved, so this page states the subjects of the "
        "certificates, but none of their numbers.");
    return out;
  }
  std::string program;
  for (const auto& [name, version] : versions())
    program += (program.empty() ? "" : ", ") + name + " " + version;
  out.push_back(
      "Every number was derived again in this run, each value by another engine, or on another "
      "path if there is one (" +
      check_summary(results) + "), by " + program + ".");
  out.push_back(
      "Each exact value lies between the two stated ends. This is proved, not estimated: every "
      "error (truncation, discretisation, quadrature, rounding) is bounded, and the interval "
      "contains it.");
  out.push_back(second_words(certificates, second));
  return out;
}

const char* const kHowToSign =
    "The digest inside a certificate detects accidental damage; it is not a signature. Whoever "
    "issues the file can sign it, for example by \"minisign -S -m FILE\" or \"cosign sign-blob\", "
    "and say where the public key is.";

const std::array<const char*, 6> kDoesNotSay = {
    "that any software runs this mechanism, with these parameters, this often;",
    "that its noise has exactly this distribution (floating-point sampling, weak random numbers "
    "and timing "
    "are separate questions);",
    "the definition of a record: in federated training it is a client with all its examples, and "
    "removing one example exchanges the update of a client for another;",
    "the change of a record that the sensitivity bounds: this is the definition of neighbouring "
    "data sets in use;",
    "anything about steps, data or releases that the expression does not contain;",
    "who issued the certificates, and when: the digest detects accidental damage; it is not a "
    "signature."};

const char* const kHowToCheck =
    "To check the numbers, you need only the file of certificates. \"plumbline certify ... -o "
    "FILE\" writes such a file; in Python, run.certify(\"FILE\") writes that of a run of pl.dpsgd. "
    "\"plumbline check\" derives every value again and proves each end of its interval. It uses "
    "another method if there is one, and otherwise the same method on another path. Its exit code "
    "is 0 if all numbers are proved, 1 if a number is wrong, 2 if the file is not a certificate, "
    "3 if precision or time ran out, and 4 if the program contradicts itself. The last command "
    "runs the second checker, a single Python file that needs neither the program nor its "
    "libraries. Its exit codes are the same, and it reports values that it does not cover as not "
    "decided. The file is checker/plumbline_check.py in the program's sources, and "
    "share/plumbline/plumbline_check.py in an installation. If pip installed the Python package, "
    "the command is python3 -m plumbline_check FILE.";

/// Returns true if the attack's finding (for example a bound on mu) cannot be compared with any quantity of a
/// mechanism.
bool is_beside_nothing(const Certificate& c) {
  if (!is_attack_text(c.mechanism)) return false;
  const Quantity& quantity = certified_quantity(c.quantity);
  const bool bound = quantity.words.proved == nullptr && quantity.words.first.empty();
  return bound && quantity.found_of.quantity.empty();
}

}  // namespace

std::string default_title(const std::vector<Certificate>& certificates) {
  const auto attacks = std::count_if(certificates.begin(), certificates.end(), is_attack);
  if (attacks == 0) return "Privacy statement: certified privacy values";
  return static_cast<size_t>(attacks) == certificates.size()
             ? "Audit statement: what an attack shows"
             : "Audit statement: certified privacy values and an attack";
}

std::vector<Sentence> summary_of(const AuditSource& source,
                                 const std::vector<Certificate>& certificates,
                                 const std::vector<CheckResult>& results,
                                 const std::optional<SecondCheck>& second) {
  return remarks("summary", summary_words(source, certificates, results, second));
}

std::vector<Sentence> how_to_check() { return remarks("how_to_check", {kHowToCheck, kHowToSign}); }

std::vector<std::string> commands_of(const AuditSource& source) {
  std::string files = shell_word(source.file);
  for (const auto& [file, sha256] : source.further) files += " " + shell_word(file);
  return {"sha256sum " + files, "plumbline check " + files,
          "python3 checker/plumbline_check.py " + files};
}

std::vector<Sentence> rests_on() {
  return remarks(
      "rests_on",
      {"the proofs beside the program's code (BOUND comments) and that the code does what they "
       "say;",
       "ball arithmetic of FLINT/Arb, MPFR and GMP, the compiler and the machine;",
       "for a value marked \"the same formulas at a higher precision\" or \"the same engine on "
       "another path\", that engine alone."});
}

std::vector<Sentence> does_not_say(const std::vector<Certificate>& certificates) {
  std::vector<std::string> out;
  const bool attacks = std::any_of(certificates.begin(), certificates.end(), is_attack),
             mechanisms = !std::all_of(certificates.begin(), certificates.end(), is_attack),
             mu = std::any_of(certificates.begin(), certificates.end(), is_beside_nothing);
  if (mu && mechanisms) {
    out.emplace_back(
        "the relation between the mu of the attack and that of the mechanism: the first is about "
        "all levels, the second is computed for a range of levels (plumbline gdp), and no "
        "certificate of an attack is compared with it;");
  }
  if (std::any_of(certificates.begin(), certificates.end(),
                  [](const Certificate& c) { return !role_of(c).empty(); })) {
    out.emplace_back(
        "that the further values of the run, an accountant's number and a lower bound for some "
        "data sets, are about the batches of this software: only the file states this (reasons: "
        "docs/dp-sgd.md, section 9);");
  }
  if (attacks) {
    for (const std::string& line : attack_limits()) out.push_back(line);
    if (mechanisms) {
      out.emplace_back(
          "that the attacked system is the certified run: nothing in the files links the two;");
    }
  }
  for (const char* line : kDoesNotSay) out.emplace_back(line);
  return remarks("does_not_say", out);
}

}  // namespace plumbline::page
