/// Reading what an accountant answered (docs/hunting.md has the protocol).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "verify/claims/claim.hpp"
#include "verify/hunt/examined.hpp"

namespace plumbline {

/// A value as a claim, if it is one that can be judged; what is nonsense by itself is found here.
struct AnsweredValue {
  Examined examined;
  std::optional<Claim> claim;
};

/// `head` has the setting and the time. An answer may repeat the question's `id`; with another one it
/// is the answer to another question. Never throws for what the text says.
std::vector<AnsweredValue> read_answer(const std::string& text, const Examined& head, long id);

}  // namespace plumbline
