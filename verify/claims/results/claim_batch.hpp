/// Claims that are read together, and the groups in which they are judged.
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
  std::string name;  ///< the identity of the composition
  Composition composition;
  std::vector<size_t> members;
};

/// A batch of lines with their verdicts. The verdicts may be completed in any order.
struct ClaimBatch {
  std::vector<JudgedLine> lines;
  std::deque<std::atomic<bool>> done;  ///< completion of each line
  std::vector<char> elsewhere;         ///< true for each line that belongs to another shard
  std::vector<ClaimGroup> groups;
};

/// Returns the number of lines of all files; 0 (unknown) if one is standard input or cannot be read.
size_t count_lines(const std::vector<std::string>& files);

/// Reads lines until the batch is full; returns false at the end of the input.
bool fill(ClaimSource& source, const ClaimsOptions& options, ClaimBatch* batch,
          std::set<long>* missing_lines);

/// Divides the claims that need certified values into groups; the others get their verdict immediately.
void sort_into_groups(ClaimBatch* batch);

/// Removes lines of other shards from the batch, and reads stored verdicts from the journal.
void settle(VerdictJournal& journal, ClaimBatch* batch);

}  // namespace plumbline
