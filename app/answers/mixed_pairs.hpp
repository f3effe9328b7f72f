/// Warns about answers for mixed pairs. A mixed pair is a product whose factors have different neighbouring relations.
/// A number for such a product implies nothing about a mechanism.
#pragma once

#include <set>
#include <string>

#include "app/answers/answer.hpp"

namespace plumbline {

class MixedPairs {
 public:
  /// Prints one line on standard error for each mechanism of the answer whose factors have different neighbouring
  /// relations; no second line is printed for the same mechanism.
  void warn(const AnswerRecord& answer);

 private:
  std::set<std::string> seen_;
};

}  // namespace plumbline
