/// Questions one after another, answered in one place: what was computed for one serves the next, and work that is
/// stopped gives the best that is known.
#pragma once

#include <string>

#include "reference/arithmetic/running/effort.hpp"
#include "reference/arithmetic/running/so_far.hpp"
#include "reference/questions/kept_profiles.hpp"
#include "reference/questions/question.hpp"

namespace plumbline {

struct Answer;
struct BoundDecision;

/// For one thread at a time. The same questions in the same order have the same answers.
class Session {
 public:
  /// Is told the best so far while there is more to come.
  using Observer = SoFar<Answer>;

  /// Returns the answer to a question in canonical form; an infinite value is an infinite_answer(), which says why.
  /// Where the effort's poll stops the work, it is the best so far, and before anything is known certain(), marked
  /// as `nothing_found`. Throws std::invalid_argument where the question makes no sense, or its answer is no number.
  Answer answer(const Query& question, const Effort& effort, const Observer& observer = {});
  /// Returns what holds without a computation.
  Answer certain(const Query& question);
  /// Returns whether the quantity is at most the bound. It asks for no more digits than that takes, and at most the
  /// question's; an infinite value exceeds every bound.
  BoundDecision decide(const Query& question, const Rational& bound, const Effort& effort);
  /// Returns the canonical expression of the question's mechanism.
  std::string subject(const Query& question);

 private:
  std::string engine_of(const Query& question);

  KeptProfiles kept_;
};

}  // namespace plumbline
