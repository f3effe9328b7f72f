/// A short form of the statement: the proved results in sentences without long numbers, each rounded to the safe side.
#pragma once

#include <vector>

#include "verify/statement/page_claim.hpp"

namespace plumbline {

/// Returns the sentences about the certificates that this run confirmed; empty if it checked nothing. A sentence
/// states a guarantee if the pair dominates and the number covers both directions, if there are two. Sentences on
/// other numbers state that these belong to two data sets or only to a pair. Unknown numbers are listed first. If an
/// attack may refute a promise, the first sentence contains both numbers, and no refuted promise is repeated as a
/// fact. If the page has several mechanisms, every sentence names its mechanism.
std::vector<page::Sentence> headlines(const std::vector<Certificate>& certificates,
                                      const std::vector<CheckResult>& results);

}  // namespace plumbline
