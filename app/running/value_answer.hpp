/// An answer that is one value of one or two mechanisms.
#pragma once

#include "app/answers/answer.hpp"

namespace plumbline {

struct ValueRequest {
  std::string quantity;   ///< "delta"
  std::string argument;   ///< "epsilon"; empty if there is none
  std::string at;         ///< "1.5"
  std::string mechanism;  ///< canonical expression
  std::string other;      ///< the second mechanism of a divergence; empty otherwise
  std::string direction;
};

/// Returns an answer of the kind "value", for kValueLine; `name` is its label, by default "delta(epsilon=1.5)".
AnswerBuilder value_answer(const ValueRequest& request, const EnclosedValue& value,
                           const std::string& name = "");

}  // namespace plumbline
