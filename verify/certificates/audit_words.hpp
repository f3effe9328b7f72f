/// What the numbers of a certificate mean, in words that an auditor reads.
#pragma once

#include "verify/certificates/audit_page.hpp"

namespace plumbline {

/// One sentence for each mechanism of an expression, which may have an open parameter, with the data
/// sets that its pair calls neighbours (reference/mechanisms/neighbours/neighbours.hpp).
std::vector<std::string> mechanism_words(const std::string& expression);
/// Whether some mechanism of it exchanges a record, so that none is added or removed.
bool exchanges_records(const std::string& expression);
/// Whether another one beside it adds or removes one.
bool mixes_neighbours(const std::string& expression);

/// A number for people: "the double 1e-05" where it is a double whose exact value is a long fraction, as given.
std::string shown_number(const std::string& text);
/// An expression, or words with one inside, with its numbers for people; no expression any more where they differ.
std::string shown_numbers(const std::string& text);

/// What a certificate states, as far as `result` proved it: whole sentences.
std::string statement_words(const Certificate& certificate, const CheckResult& result);

/// A row for each number. Numbers and findings are those that `result` proved; without one there are
/// none.
std::vector<AuditRow> rows_of(const Certificate& certificate, const CheckResult* result);

}  // namespace plumbline
