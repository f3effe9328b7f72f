/// Warns about answers for mixed pairs: products whose factors have different neighbouring relations, so that the
/// number implies nothing about a mechanism.
#pragma once

#include <set>
#include <string>

#include "app/answers/answer.hpp"

namespace plumbline {

class MixedPairs {
 public:
  /// Prints one line on standard error for each mechanism of the answer whose factors have different neighbouring
  /// relations; each text is printed once.
  void warn(const AnswerRecord& answer);

 private:
  std::set<std::string> seen_;
};

}  // namespace plumbline
