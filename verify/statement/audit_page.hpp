/// The statement page: what certificates say, in words, on one page.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "reference/certificates/check.hpp"
#include "verify/certificates/second_check.hpp"
#include "verify/statement/audit_words.hpp"

namespace plumbline {

/// All about one mechanism, or one attack, in one direction.
struct AuditGroup {
  std::string mechanism;  ///< as typed, where the check found that it stands for the same
  std::vector<page::Sentence> words;  ///< the factors, for whom the numbers hold, the direction
  std::vector<AuditRow> rows;
  std::string
      part{};  ///< what tells it from another group of the same mechanism; empty of one alone
  std::string key{};        ///< equal for certificates of one group
  std::string direction{};  ///< in a word or two
};

/// A number that is promised beside what an attack found.
struct TogetherRow {
  std::string quantity;  ///< "epsilon at delta = 1e-05"
  std::string found, promised;
  page::Sentence words;  ///< what follows
};

struct AuditPage {
  std::string title;
  std::vector<page::Sentence> headlines;  ///< in short (headlines.hpp)
  std::vector<page::Sentence> summary;
  std::vector<AuditGroup> groups;
  std::vector<TogetherRow> together;
  bool refuted = false;                      ///< a promise or a claim
  std::vector<page::Sentence> how_to_check;  ///< sentences; commands apart
  std::vector<std::string> commands;
  std::vector<page::Sentence> rests_on, does_not_say;
};

struct AuditSource {
  std::string file;    ///< name of the bundle, without folders
  std::string sha256;  ///< of its bytes
  std::string date;    ///< "2026-01-31"
  std::vector<std::pair<std::string, std::string>> further{};  ///< more files: name and SHA-256
  std::string title{}, owner{};  ///< of the page: what it is about, and whose it is
};

/// `results` is empty when nothing was checked in this run: then no number of a certificate is
/// repeated. Otherwise those that the check proved. `second`: what another program said of them. Throws
/// std::invalid_argument, naming both factors, where a certificate is about a mixed pair.
AuditPage audit_page_of(const AuditSource& source, const std::vector<Certificate>& certificates,
                        const std::vector<CheckResult>& results,
                        const std::optional<SecondCheck>& second = std::nullopt);

/// As a record, of which the page is laid out (reports/): every word and every number of it is text. The claims of
/// the first sentences stand beside them, for programs.
nlohmann::ordered_json audit_record(const AuditPage& page);

/// Every sentence of the page whose claim the certificates do not imply, or that is not the text of its claim:
/// "SENTENCE: why". Empty for every page that audit_page_of() makes.
std::vector<std::string> faults_of(const AuditPage& page,
                                   const std::vector<Certificate>& certificates,
                                   const std::vector<CheckResult>& results);

}  // namespace plumbline
