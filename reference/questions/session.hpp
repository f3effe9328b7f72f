/// Answers a sequence of questions. Data computed for one question are reused for the next; interrupted questions
/// return the best result so far.
#pragma once

#include <string>

#include "reference/arithmetic/running/effort.hpp"
#include "reference/arithmetic/running/so_far.hpp"
#include "reference/questions/kept_profiles.hpp"
#include "reference/questions/question.hpp"

namespace plumbline {

struct Answer;
struct BoundDecision;

/// A session. Not thread-safe. Equal sequences of questions have equal answers, with one exception. Compositions of 128
/// or more different factors may reuse lines of integration that the thread computed in another session. Then the last
/// digits of the enclosures may differ; all of them are proved.
class Session {
 public:
  /// Called with the best answer so far while the computation continues.
  using Observer = SoFar<Answer>;

  /// Returns the answer to a question in canonical form. An infinite value is an infinite_answer(), which states the
  /// reason. If the effort's poll stops the work, returns the best answer so far; if there is none, returns
  /// certain(), marked as `nothing_found`. Throws std::invalid_argument if the question is invalid, or its answer is
  /// not a number.
  Answer answer(const Query& question, const Effort& effort, const Observer& observer = {});
  /// Returns the bounds that are valid without a computation.
  Answer certain(const Query& question);
  /// Decides whether the quantity is at most the bound. Computes only as many digits as the decision needs, and at most
  /// as many as the question requests. An infinite value exceeds every bound.
  BoundDecision decide(const Query& question, const Rational& bound, const Effort& effort);
  /// Stores a composition, so that questions about its canonical expression need not parse it.
  void provide(const Composition& composition) { kept_.provide(composition); }
  /// Returns the canonical expression of the question's mechanism.
  std::string subject(const Query& question);

 private:
  std::string engine_of(const Query& question);

  KeptProfiles kept_;
};

}  // namespace plumbline
