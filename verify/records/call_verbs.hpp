/// The verbs of calls in JSON (call.hpp), one function each.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "reference/arithmetic/running/effort.hpp"
#include "verify/records/call_members.hpp"

namespace plumbline {

/// Each function returns the reply to a request whose verb has been read, and throws the exceptions of answer_call().
nlohmann::ordered_json call_answer(CallMembers& members, const Poll& poll);
nlohmann::ordered_json call_certify(CallMembers& members, const Poll& poll);
nlohmann::ordered_json call_check(CallMembers& members, const Poll& poll);
nlohmann::ordered_json call_compose(CallMembers& members, const Poll& poll);
nlohmann::ordered_json call_open(CallMembers& members, const Poll& poll);
nlohmann::ordered_json call_close(CallMembers& members, const Poll& poll);

}  // namespace plumbline
