#include "verify/claims/results/claim_batch.hpp"

#include <fstream>
#include <stdexcept>
#include <unordered_map>
#include <utility>

#include "verify/base/text/record_text.hpp"
#include "verify/claims/judging/judge.hpp"

namespace plumbline {
namespace {

ClaimVerdict broken(const std::string& reason) {
  ClaimVerdict out;
  out.verdict = VerdictKind::broken;
  out.reason = reason;
  return out;
}

}  // namespace

bool fill(ClaimSource& source, const ClaimsOptions& options, ClaimBatch* batch,
          std::set<long>* missing_lines) {
  while (batch->lines.size() < options.batch) {
    std::optional<ClaimLine> line = source.next();
    if (!line) return false;
    const bool asked = options.lines.empty() || options.lines.contains(line->line);
    if (!asked && !line->ends_file) continue;
    missing_lines->erase(line->line);
    batch->lines.push_back({std::move(*line), {}});
    batch->done.emplace_back(false);
    batch->elsewhere.push_back(0);
  }
  return true;
}

void sort_into_groups(ClaimBatch* batch) {
  std::unordered_map<std::string, size_t> known;
  for (size_t i = 0; i < batch->lines.size(); ++i) {
    JudgedLine& judged = batch->lines[i];
    std::optional<ClaimVerdict> early;
    if (!judged.line.claim) {
      early = broken(judged.line.broken);
    } else if (!(early = verdict_without_value(*judged.line.claim))) {
      try {
        Composition composition = composition_of(*judged.line.claim);
        const auto [at, is_new] = known.emplace(composition.identity(), batch->groups.size());
        if (is_new) batch->groups.push_back({at->first, std::move(composition), {}});
        batch->groups[at->second].members.push_back(i);
        continue;
      } catch (const std::invalid_argument& e) {
        early = broken(e.what());
        judged.line.claim.reset();  // the line is then treated as one without a claim
      }
    }
    judged.verdict = *early;
    batch->done[i] = true;
  }
}

void settle(VerdictJournal& journal, ClaimBatch* batch) {
  const auto leave = [batch](size_t i) {
    batch->elsewhere[i] = 1;
    batch->done[i] = true;
  };
  for (size_t i = 0; i < batch->lines.size(); ++i) {
    if (batch->done[i] && !journal.shard().has(0)) leave(i);
  }
  std::erase_if(batch->groups, [&](const ClaimGroup& group) {
    if (!journal.shard().has_named(group.name)) {
      for (const size_t i : group.members) leave(i);
      return true;
    }
    std::vector<const ClaimLine*> lines;
    for (const size_t i : group.members) lines.push_back(&batch->lines[i].line);
    std::vector<ClaimVerdict> verdicts = journal.of_all(lines);
    for (size_t i = 0; i < verdicts.size(); ++i) {
      batch->lines[group.members[i]].verdict = std::move(verdicts[i]);
      batch->done[group.members[i]] = true;
    }
    return !verdicts.empty();
  });
}

size_t count_lines(const std::vector<std::string>& files) {
  size_t count = 0;
  for (const std::string& name : files) {
    std::ifstream file(name);
    if (name == "-" || !file) return 0;
    bool first = true;
    for (std::string line; std::getline(file, line);) {
      if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
      const bool header = std::exchange(first, false) && is_record_header(line);
      count += header ? 0 : 1;
    }
  }
  return count;
}

}  // namespace plumbline
