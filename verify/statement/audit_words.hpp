/// The meaning of a certificate's numbers, in prose for auditors.
#pragma once

#include <string>
#include <vector>

#include "reference/certificates/check.hpp"
#include "verify/statement/page_claim.hpp"

namespace plumbline {

/// Returns one sentence for each mechanism of an expression, with the neighbouring data sets of its pair
/// (reference/mechanisms/hypotheses). The expression may have an open parameter.
std::vector<std::string> mechanism_words(const std::string& expression);

/// Returns the statement of a certificate, as far as `result` proves it, in complete sentences.
std::string statement_words(const Certificate& certificate, const CheckResult& result);

/// One number of a page's table.
struct AuditRow {
  page::Sentence meaning;  ///< what the number means
  std::string value;       ///< rounded to the safe side, or the digits that are certain
  std::string lower{}, upper{}, digits{};  ///< empty for entries that are not numbers or not proved
  std::string verdict{};                   ///< verdict of this run's check, or "not checked in this
                                           ///< run"
  std::string again{};                     ///< the path on which this run derived the number again
  /// Result of the second checker; empty if it was not called.
  std::string second{};
};

/// Returns a row for each number of the certificate with the index `certificate`. The rows contain the numbers and
/// findings that the results prove. Without results the rows have no numbers.
std::vector<AuditRow> rows_of(const page::Evidence& evidence, size_t certificate);

}  // namespace plumbline
