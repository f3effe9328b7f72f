/// Claims about private selection: the best of a random number of runs.
#pragma once

#include <list>
#include <memory>
#include <string>

#include "reference/quantities/selection/selection.hpp"
#include "verify/claims/claim.hpp"
#include "verify/claims/verdict.hpp"

namespace plumbline {

/// "best of RUNS of BASE": what a claim about these is said to be about.
std::string selection_text(const SelectedRuns& selected);

/// Decides upper bounds of epsilon, delta and Renyi divergences for one base: sound where a bound holds
/// for every base that its pair dominates, violated where one of them has more. What is known of the
/// last laws of runs is kept for further claims. Not thread-safe.
class SelectionJudge {
 public:
  explicit SelectionJudge(const Composition& base) : base_(base) {}
  /// Throws std::invalid_argument on what is not decided.
  ClaimVerdict operator()(const Claim& claim, const Poll& poll);

 private:
  struct Kept {
    std::string runs;
    Direction direction;
    int digits;
    std::unique_ptr<Selection> selection;
  };
  Selection& selection_of(const Claim& claim, int digits);
  SelectedValue ask(const Claim& claim, int digits);

  Composition base_;
  std::shared_ptr<Poll> poll_ = std::make_shared<Poll>([] {});  ///< of the claim in hand
  std::list<Kept> kept_;                                        ///< the latest first
};

}  // namespace plumbline
