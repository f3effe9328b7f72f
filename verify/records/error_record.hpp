/// Errors as records: a code for programs and a line for people.
#pragma once

#include <exception>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace plumbline {

/// The kind of an error. The first four are errors of the input.
enum class ErrorCode {
  unknown_name,
  out_of_domain,
  not_covered,
  bad_input,
  stopped,
  contradiction,
  no_memory,
  internal
};

/// Returns the name of a code, such as "UNKNOWN_NAME".
const std::string& error_code_name(ErrorCode code);

/// Returns the kind of an exception.
ErrorCode error_code_of(const std::exception_ptr& error);

/// Returns {"schema": "error/2", "code", "field", "message", "accepted"}. `field` and `accepted` are absent if they are
/// unknown.
nlohmann::ordered_json error_record(const std::exception_ptr& error);

}  // namespace plumbline
