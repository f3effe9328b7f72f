/// Answers a sequence of questions. Data that is computed for one question serves the next, and interrupted work
/// returns the best known result.
#pragma once

#include <string>

#include "reference/arithmetic/running/effort.hpp"
#include "reference/arithmetic/running/so_far.hpp"
#include "reference/questions/kept_profiles.hpp"
#include "reference/questions/question.hpp"

namespace plumbline {

struct Answer;
struct BoundDecision;

/// A session. Not thread-safe. The same questions in the same order have the same answers.
class Session {
 public:
  /// Called with the best answer so far while the computation continues.
  using Observer = SoFar<Answer>;

  /// Returns the answer to a question in canonical form; an infinite value is an infinite_answer(), which states the
  /// reason. If the effort's poll stops the work, returns the best answer so far, or certain(), marked as
  /// `nothing_found`, if nothing is known yet. Throws std::invalid_argument if the question is invalid, or its answer
  /// is not a number.
  Answer answer(const Query& question, const Effort& effort, const Observer& observer = {});
  /// Returns the bounds that hold without a computation.
  Answer certain(const Query& question);
  /// Decides if the quantity is at most the bound. Requests only as many digits as the decision needs, at most those of
  /// the question; an infinite value exceeds every bound.
  BoundDecision decide(const Query& question, const Rational& bound, const Effort& effort);
  /// Provides the composition of a canonical expression, so that a question about it need not parse the expression.
  void provide(const Composition& composition) { kept_.provide(composition); }
  /// Returns the canonical expression of the question's mechanism.
  std::string subject(const Query& question);

 private:
  std::string engine_of(const Query& question);

  KeptProfiles kept_;
};

}  // namespace plumbline
