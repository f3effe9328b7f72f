/// The verdicts on claims as test cases, for continuous integration.
#pragma once

#include <map>
#include <string>

#include "verify/claims/results/verdict_text.hpp"

namespace plumbline {

/// A file of test cases, made line by line. The name of a test case is its question, the same whatever the answer
/// is and wherever its line stands, so that a history of runs compares like with like. What fails the run is a <failure>; an answer that is no number, a
/// line that cannot be read and what is undecided is an <error>; known violations, those that count apart and
/// what is unsupported are skipped, with the reason.
class ClaimsJunit {
 public:
  void add(const JudgedLine& judged);
  std::string text() const;

 private:
  long tests_ = 0, failures_ = 0, errors_ = 0, skipped_ = 0;
  double seconds_ = 0;
  std::string testcases_;
  std::map<std::string, long> named_;  ///< how often there was each name
};

}  // namespace plumbline
