/// The verdicts on claims as test cases, for continuous integration.
#pragma once

#include <map>
#include <string>

#include "verify/claims/results/verdict_text.hpp"

namespace plumbline {

/// Builds a file of test cases line by line. The name of a test case is the claim's question. It does not depend on
/// the answer or on the place of the line, so that the history of a test case compares answers to the same question.
/// A claim that fails the run is a <failure>. An answer that is not a number, a line that cannot be read and an
/// undecided claim are an <error>. Known violations, unsupported claims and violations that do not fail the run
/// (ClaimOutcome::apart) are skipped, with the reason.
class ClaimsJunit {
 public:
  void add(const JudgedLine& judged);
  std::string text() const;

 private:
  long tests_ = 0, failures_ = 0, errors_ = 0, skipped_ = 0;
  double seconds_ = 0;
  std::string testcases_;
  std::map<std::string, long> named_;  ///< the number of occurrences of each name
};

}  // namespace plumbline
