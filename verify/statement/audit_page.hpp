/// The statement page: the content of certificates in prose.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "reference/certificates/check.hpp"
#include "verify/certificates/second_check.hpp"
#include "verify/statement/audit_words.hpp"
#include "verify/statement/rate_curves.hpp"

namespace plumbline {

/// The statements of a page about one mechanism, or one attack, in one direction.
struct AuditGroup {
  /// The expression as typed, if the check proved that it denotes the canonical mechanism; otherwise the canonical one.
  std::string mechanism;
  /// Sentences on the factors, the neighbours for which the numbers hold, and the direction.
  std::vector<page::Sentence> words;
  std::vector<AuditRow> rows;
  std::string part{};       ///< words that distinguish the groups of one mechanism; may be empty
  std::string key{};        ///< equal for certificates of one group
  std::string direction{};  ///< the direction in one or two words
};

/// A promised number and the result of an attack, side by side.
struct TogetherRow {
  std::string quantity;  ///< "epsilon at delta = 1e-05"
  std::string found, promised;
  page::Sentence words;  ///< the conclusion
};

struct AuditPage {
  std::string title;
  std::vector<page::Sentence> headlines;  ///< short statements (headlines.hpp)
  std::vector<page::Sentence> summary;
  std::vector<AuditGroup> groups;
  std::vector<TogetherRow> together;
  page::RatePicture rates{};                 ///< the curves of the page's picture
  bool refuted = false;                      ///< an attack refutes a promise or a claim
  std::vector<page::Sentence> how_to_check;  ///< sentences; each command is a separate sentence
  std::vector<std::string> commands;
  std::vector<page::Sentence> rests_on, does_not_say;
};

struct AuditSource {
  std::string file;    ///< name of the bundle, without folders
  std::string sha256;  ///< digest of its bytes
  std::string date;    ///< "2026-01-31"
  std::vector<std::pair<std::string, std::string>> further{};  ///< further files: name and SHA-256
  std::string title{}, owner{};                                ///< subject and owner of the page
};

/// Creates the page. If `results` is empty, this run has checked nothing, and the page contains no number of a
/// certificate. Otherwise it contains the proved numbers. `second` contains the results of the second checker. Throws
/// std::invalid_argument, naming both factors, if a certificate is about a mixed pair (factors with different
/// relations).
AuditPage audit_page_of(const AuditSource& source, const std::vector<Certificate>& certificates,
                        const std::vector<CheckResult>& results,
                        const std::optional<SecondCheck>& second = std::nullopt);

/// Returns the page as a record, from which reports/ creates the layout. All words and numbers are texts. For
/// programs, the record includes the claims of the sentences at the top of the page.
nlohmann::ordered_json audit_record(const AuditPage& page);

/// Returns every sentence of the page whose claim does not follow from the certificates, or whose text does not match
/// its claim, as "SENTENCE: why". Empty for every page of audit_page_of().
std::vector<std::string> faults_of(const AuditPage& page,
                                   const std::vector<Certificate>& certificates,
                                   const std::vector<CheckResult>& results);

}  // namespace plumbline
