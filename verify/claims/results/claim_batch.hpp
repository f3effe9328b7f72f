/// Claims that are read together, and in which groups they are judged.
#pragma once

#include <atomic>
#include <deque>
#include <set>
#include <string>
#include <vector>

#include "reference/composition/composition.hpp"
#include "verify/claims/reading/source.hpp"
#include "verify/claims/results/run.hpp"

namespace plumbline {

/// The claims of a batch about one composition.
struct ClaimGroup {
  std::string name;  ///< that tells compositions apart
  Composition composition;
  std::vector<size_t> members;
};

/// Some lines, and their verdicts as they come.
struct ClaimBatch {
  std::vector<JudgedLine> lines;
  std::deque<std::atomic<bool>> done;  ///< of each line
  std::vector<char> elsewhere;         ///< of each line: another shard's
  std::vector<ClaimGroup> groups;
};

/// How many lines all files have; 0, not known, where one is standard input or cannot be read.
size_t count_lines(const std::vector<std::string>& files);

/// Lines up to the size of a batch; false at the end of the input.
bool fill(ClaimSource& source, const ClaimsOptions& options, ClaimBatch* batch,
          std::set<long>* missing_lines);

/// Puts the claims that need certified values in groups; the others have their verdict at once.
void sort_into_groups(ClaimBatch* batch);

/// Takes from the batch what is another shard's, and what the journal has.
void settle(VerdictJournal& journal, ClaimBatch* batch);

}  // namespace plumbline
