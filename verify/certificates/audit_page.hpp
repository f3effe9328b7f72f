/// The audit page: what certificates say, in words, on one page.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "reference/certificates/check.hpp"
#include "verify/certificates/attack_words.hpp"
#include "verify/certificates/second_check.hpp"

namespace plumbline {

struct AuditRow {
  std::string meaning;  ///< what the number means
  std::string value;    ///< rounded to the safe side, or the digits that are certain
  std::string lower{}, upper{}, digits{};  ///< empty for what is no number, or not proved
  std::string verdict{};                   ///< of this run's check, or "not checked in this run"
  std::string again{};                     ///< by what it was derived again
  std::string second{};                    ///< what the second checker said; empty if not asked
};

/// All about one mechanism in one direction.
struct AuditGroup {
  std::string mechanism;           ///< as typed, where the check found that it stands for the same
  std::vector<std::string> words;  ///< one sentence for each factor, and the direction
  std::vector<AuditRow> rows;
  std::string direction{};  ///< in a word or two
  std::string attack{};     ///< the certificates' word for it; empty of a mechanism
  std::string role{};       ///< of a number beside a run's own (call_words.hpp); else empty
  std::string
      part{};  ///< what tells it from another group of the same mechanism; empty of one alone
};

struct AuditPage {
  std::string title;
  std::vector<std::string> headlines;  ///< in short (headlines.hpp)
  std::vector<std::string> summary;
  std::vector<AuditGroup> groups;
  std::vector<PromisedFound> together;    ///< of a mechanism and an attack on it
  bool refuted = false;                   ///< a promise or a claim
  std::vector<std::string> how_to_check;  ///< sentences; commands apart
  std::vector<std::string> commands;
  std::vector<std::string> rests_on, does_not_say;
};

struct AuditSource {
  std::string file;    ///< name of the bundle, without folders
  std::string sha256;  ///< of its bytes
  std::string date;    ///< "2026-01-31"
  std::vector<std::pair<std::string, std::string>> further{};  ///< more files: name and SHA-256
  std::string title{}, owner{};  ///< of the page: what it is about, and whose it is
};

/// `results` is empty when nothing was checked in this run: then no number of a certificate is
/// repeated. Otherwise those that the check proved. `second`: what another program said of them.
AuditPage audit_page_of(const AuditSource& source, const std::vector<Certificate>& certificates,
                        const std::vector<CheckResult>& results,
                        const std::optional<SecondCheck>& second = std::nullopt);

/// As a record, of which the page is laid out (reports/): every word and every number of it is text.
nlohmann::ordered_json audit_record(const AuditPage& page);

/// The leading digits on which both ends agree, "0.1476829…"; the interval where there are none.
std::string common_digits(const std::string& lower, const std::string& upper);

}  // namespace plumbline
