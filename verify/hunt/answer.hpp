/// Parses the answer of an accountant (docs/hunting.md describes the protocol).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "verify/claims/claim.hpp"
#include "verify/hunt/examined.hpp"

namespace plumbline {

/// A value as a claim, if it can be judged; an answer that is invalid by itself is detected here.
struct AnsweredValue {
  Examined examined;
  std::optional<Claim> claim;
};

/// `head` contains the setting and the time. An answer may repeat the question's `id`; with another id it belongs to
/// another question. Never throws because of the text.
std::vector<AnsweredValue> read_answer(const std::string& text, const Examined& head, long id);

}  // namespace plumbline
