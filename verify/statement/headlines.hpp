/// A short form of the statement: the proved results in sentences without long numbers, each rounded to the safe side.
#pragma once

#include <vector>

#include "verify/statement/page_claim.hpp"

namespace plumbline {

/// Returns the sentences about the certificates that this run confirmed; empty if it checked nothing. A sentence states
/// a guarantee only if the pair dominates and the number covers every direction of the pair (one or two). A sentence
/// about any other number states that the number holds only for two particular data sets, or only for the pair. If
/// attacks test promises, the first sentences contain the promised numbers and the numbers that the attacks show. Then
/// follow the questions to which the page has no useful answer ("NOT KNOWN"). No refuted promise is repeated as a fact.
/// If the page has several mechanisms, every sentence names its mechanism.
std::vector<page::Sentence> headlines(const std::vector<Certificate>& certificates,
                                      const std::vector<CheckResult>& results);

}  // namespace plumbline
