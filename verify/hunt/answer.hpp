/// Parses the answer of an accountant (docs/hunting.md describes the protocol).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "verify/claims/claim.hpp"
#include "verify/hunt/examined.hpp"

namespace plumbline {

/// An answered value as a claim, if it can be judged. Parsing detects a value that is invalid for every question, such
/// as NaN.
struct AnsweredValue {
  Examined examined;
  std::optional<Claim> claim;
};

/// Parses an answer. `head` contains the setting and the time. An answer may repeat the question's `id`; an answer
/// with another id belongs to another question. Never throws because of the text.
std::vector<AnsweredValue> read_answer(const std::string& text, const Examined& head, long id);

}  // namespace plumbline
