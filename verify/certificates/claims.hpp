/// What the numbers of a certificate mean, in words that an auditor reads.
#pragma once

#include "verify/certificates/statement.hpp"

namespace plumbline {

/// One sentence for each factor of the certificate's mechanism, or of `other`.
std::vector<std::string> mechanism_words(const std::string& quantity,
                                         const std::string& expression);

/// A row for each number, claims and intervals filled in.
std::vector<StatementRow> rows_of(const Certificate& certificate);

}  // namespace plumbline
