/// The verdicts on claims as test cases, for continuous integration.
#pragma once

#include <string>

#include "verify/claims/results/verdict_text.hpp"

namespace plumbline {

/// A file of test cases, written line by line. A claim that fails the run is a <failure>; an answer that is not a
/// number, an invalid line and an undecided claim are an <error>; known violations, claims that are counted separately
/// and unsupported claims are skipped, with the reason.
class ClaimsJunit {
 public:
  void add(const JudgedLine& judged);
  std::string text() const;

 private:
  long tests_ = 0, failures_ = 0, errors_ = 0, skipped_ = 0;
  double seconds_ = 0;
  std::string testcases_;
};

}  // namespace plumbline
