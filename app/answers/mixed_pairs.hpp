/// The warning of an answer about a mixed pair: a number that says nothing about a mechanism.
#pragma once

#include <set>
#include <string>

#include "app/answers/answer.hpp"

namespace plumbline {

class MixedPairs {
 public:
  /// Prints one line on standard error for each mechanism of the answer whose factors are of unlike
  /// neighbours, once for each text.
  void warn(const AnswerRecord& answer);

 private:
  std::set<std::string> seen_;
};

}  // namespace plumbline
