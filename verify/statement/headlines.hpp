/// The statement in short: what was proved, in sentences for people who read no long numbers, each
/// rounded to the safe side.
#pragma once

#include <vector>

#include "verify/statement/page_claim.hpp"

namespace plumbline {

/// About the certificates that this run confirmed; empty where nothing was checked. A guarantee is told where the
/// pair dominates, in both directions where there are two; other numbers are stated as those of two data sets
/// or of a pair alone, and unknown ones are listed first. Where an attack may refute a promise, both
/// numbers stand in the first sentence, and no refuted promise is repeated as a fact. Where the page has
/// several mechanisms, every sentence names its own.
std::vector<page::Sentence> headlines(const std::vector<Certificate>& certificates,
                                      const std::vector<CheckResult>& results);

}  // namespace plumbline
