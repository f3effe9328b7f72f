/// The meaning of a certificate's numbers, in words for auditors.
#pragma once

#include <string>
#include <vector>

#include "reference/certificates/check.hpp"
#include "verify/statement/page_claim.hpp"

namespace plumbline {

/// One sentence for each mechanism of an expression, which may have an open parameter, with the data sets that
/// its pair calls neighbours (reference/mechanisms/hypotheses).
std::vector<std::string> mechanism_words(const std::string& expression);

/// Returns the statement of a certificate, as far as `result` proved it: whole sentences.
std::string statement_words(const Certificate& certificate, const CheckResult& result);

/// One number of a page's table.
struct AuditRow {
  page::Sentence meaning;  ///< what the number means
  std::string value;       ///< rounded to the safe side, or the digits that are certain
  std::string lower{}, upper{}, digits{};  ///< empty for what is no number, or not proved
  std::string verdict{};                   ///< of this run's check, or "not checked in this run"
  std::string again{};                     ///< by what it was derived again
  std::string second{};                    ///< what the second checker said; empty if not asked
};

/// A row for each number of the certificate at that place. Numbers and findings are those that the results proved;
/// without results none exist.
std::vector<AuditRow> rows_of(const page::Evidence& evidence, size_t certificate);

}  // namespace plumbline
