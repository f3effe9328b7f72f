/// A short form of the statement: the proved results in sentences without long numbers, each rounded to the safe side.
#pragma once

#include <vector>

#include "verify/statement/page_claim.hpp"

namespace plumbline {

/// The sentences about the certificates that this run confirmed; empty if nothing was checked. A sentence states a
/// guarantee if the pair dominates, in both directions if there are two; other numbers are stated as those of two data
/// sets or of a pair alone, and unknown numbers are listed first. If an attack may refute a promise, the first sentence
/// contains both numbers, and no refuted promise is repeated as a fact. If the page has several mechanisms, every
/// sentence names its own.
std::vector<page::Sentence> headlines(const std::vector<Certificate>& certificates,
                                      const std::vector<CheckResult>& results);

}  // namespace plumbline
