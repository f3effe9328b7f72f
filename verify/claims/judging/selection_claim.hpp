/// Claims about private selection: the best of a random number of runs.
#pragma once

#include <list>
#include <memory>
#include <string>

#include "reference/quantities/selection/selection.hpp"
#include "verify/claims/claim.hpp"
#include "verify/claims/verdict.hpp"

namespace plumbline {

/// Returns "best of RUNS of BASE", the subject of such a claim.
std::string selection_text(const SelectedRuns& selected);

/// Decides upper bounds of epsilon, delta and Renyi divergences. Bases are the mechanisms that the pair `base`
/// dominates. A claim is sound if its bound holds for all of them, and violated if one of them exceeds the bound.
/// Results for the latest distributions of the number of runs are cached for further claims. Not thread-safe.
class SelectionJudge {
 public:
  explicit SelectionJudge(const Composition& base) : base_(base) {}
  /// Judges an upper bound. Throws std::invalid_argument on claims of another kind.
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
  std::shared_ptr<Poll> poll_ = std::make_shared<Poll>([] {});  ///< poll of the current claim
  std::list<Kept> kept_;                                        ///< the most recent first
};

}  // namespace plumbline
