#include "app/audits/score_audit.hpp"

#include <algorithm>
#include <cstdint>
#include <random>
#include <stdexcept>

#include "app/options/files/score_file.hpp"

namespace plumbline {

ScoreRule score_rule_of(const ScoreArguments& a) {
  return {a.threshold, a.seed, a.audit.confidence, a.audit.split, a.low};
}

namespace {

/// Returns true if the scores are sorted and are too many to be sorted by chance.
bool are_sorted(const std::vector<double>& scores) {
  constexpr size_t kFew = 20;
  if (scores.size() < kFew) return false;
  const bool constant = std::equal(scores.begin() + 1, scores.end(), scores.begin());
  return !constant && (std::is_sorted(scores.begin(), scores.end()) ||
                       std::is_sorted(scores.rbegin(), scores.rend()));
}

/// Throws std::invalid_argument if scores are sorted. A fixed seed selects the same positions in every file. In a
/// sorted file the positions are ranks, so the selected half would not be random.
void need_unsorted(const Scores& scores) {
  if (!are_sorted(scores.members) && !are_sorted(scores.others)) return;
  throw std::invalid_argument(
      "the scores are sorted, so that a fixed --seed takes the same ranks whenever it is used: "
      "leave it out "
      "(one is drawn), or give the scores in the order in which they came");
}

}  // namespace

void draw_seed(ScoreArguments* a) {
  a->fixed_seed = !a->seed.empty();
  if (a->fixed_seed || rule_words(a->threshold).first != "split") return;
  std::random_device source;
  constexpr std::uint64_t kMost = 1000000000000000000;  // a seed has at most 18 digits
  const std::uint64_t drawn = (static_cast<std::uint64_t>(source()) << 32) | source();
  a->seed = std::to_string(drawn % kMost);
}

ScoreAudit score_audit_of(const ScoreArguments& a, const Poll& poll) {
  const ScoreRule rule = score_rule_of(a);
  check(rule);
  const Scores given = read_scores(a.files);
  if (a.fixed_seed && rule_words(a.threshold).first == "split") need_unsorted(given);
  ScoreAudit out{score_choice(rule, given, poll), {}};
  out.data = {{"members", {static_cast<long>(given.members.size())}},
              {"others", {static_cast<long>(given.others.size())}},
              {"threshold_rule", {a.threshold}},
              {"member_scores", {a.low ? "low" : "high"}}};
  if (out.rule == ThresholdRule::split) out.data.push_back({"seed", {a.seed}});
  out.data.push_back({"split", {a.audit.split}});
  out.data.push_back({"local_alpha", {out.band.local().alpha.text()}});
  out.data.push_back({"local_beta", {out.band.local().beta.text()}});
  return out;
}

}  // namespace plumbline
