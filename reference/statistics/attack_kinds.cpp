#include "reference/statistics/attack_kinds.hpp"

#include <algorithm>

namespace plumbline::attack_kinds {
namespace {

const std::vector<KindEntry>& kinds() {
  const WordEntry confidence{"confidence", Form::unit}, split{"split", Form::unit};
  static const std::vector<KindEntry> all = {
      {AttackKind::trials,
       "trials",
       {{"tp", Form::count},
        {"fn", Form::count},
        {"fp", Form::count},
        {"tn", Form::count},
        confidence,
        split}},
      {AttackKind::reconstruction,
       "reconstruction",
       {{"successes", Form::count}, {"attempts", Form::count}, {"kappa", Form::unit}, confidence}},
      {AttackKind::one_run,
       "one_run",
       {{"canaries", Form::count, {}, "guesses_fixed", "no", true},
        {"guesses", Form::count},
        {"right", Form::count},
        {"guesses_fixed", Form::word, {"yes", "no", "list"}},
        {"list", Form::counts, {}, "guesses_fixed", "list"},
        {"bound", Form::word, {"exchange", "published"}},
        confidence}},
      {AttackKind::scores,
       "scores",
       {{"members", Form::count},
        {"others", Form::count},
        {"member_scores", Form::word, {"high", "low"}},
        {"rule", Form::word, {"explicit", "split", "bonferroni", "all-cuts", "dkw", "equal-level"}},
        {"list", Form::scores, {}, "rule", "bonferroni"},
        {"seed", Form::count, {}, "rule", "split"},
        {"threshold", Form::score},
        {"local_alpha", Form::unit, {}, "rule", "equal-level"},
        {"local_beta", Form::unit, {}, "rule", "equal-level"},
        confidence,
        split}}};
  return all;
}

}  // namespace

const KindEntry& entry_of(AttackKind kind) {
  return *std::find_if(kinds().begin(), kinds().end(),
                       [kind](const KindEntry& one) { return one.kind == kind; });
}

const KindEntry* entry_named(const std::string& name) {
  for (const KindEntry& one : kinds()) {
    if (one.name == name) return &one;
  }
  return nullptr;
}

}  // namespace plumbline::attack_kinds
