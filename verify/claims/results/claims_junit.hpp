/// The verdicts on claims as test cases, for the pages of continuous integration.
#pragma once

#include <string>

#include "verify/claims/results/verdict_text.hpp"

namespace plumbline {

/// A file of test cases, made line by line. What fails the run is a <failure>; an answer that is no number, a
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
};

}  // namespace plumbline
