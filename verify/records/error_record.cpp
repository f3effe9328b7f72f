#include "verify/records/error_record.hpp"

#include <array>
#include <new>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "reference/arithmetic/contradiction_error.hpp"
#include "reference/arithmetic/input_errors.hpp"
#include "reference/arithmetic/running/poll.hpp"
#include "verify/base/text/shown_doubles.hpp"

namespace plumbline {
namespace {

/// The code and the texts that a record states about an exception.
struct ErrorFacts {
  ErrorCode code = ErrorCode::internal;
  std::string message = "unknown error", field{};
  std::vector<std::string> accepted{};
};

ErrorFacts facts_of(const std::exception_ptr& error) {
  try {
    std::rethrow_exception(error);
  } catch (const Interrupted&) {
    return {ErrorCode::stopped, "stopped before anything was known"};
  } catch (const Contradiction& e) {
    return {ErrorCode::contradiction, e.what()};
  } catch (const std::bad_alloc&) {
    return {ErrorCode::no_memory, "out of memory; request fewer digits"};
  } catch (const UnknownName& e) {
    return {ErrorCode::unknown_name, e.what(), e.field, e.accepted};
  } catch (const NotCovered& e) {
    return {ErrorCode::not_covered, e.what()};
  } catch (const BadField& e) {
    return {ErrorCode::bad_input, e.what(), e.field};
  } catch (const OutOfDomain& e) {
    return {ErrorCode::out_of_domain, e.what(), e.field};
  } catch (const std::invalid_argument& e) {
    return {ErrorCode::bad_input, e.what()};
  } catch (const std::exception& e) {
    return {ErrorCode::internal, e.what()};
  } catch (...) {
    return {};
  }
}

/// Returns the message with doubles in the form in which people type them. If this changes the message, removes the
/// column that the message names in an expression, because the column may then be wrong.
std::string for_people(const std::string& message) {
  std::string out = with_shown_doubles(message);
  const size_t column = out.rfind("', column ");
  if (out != message && out.ends_with(')') && column != std::string::npos) {
    out.replace(column, std::string::npos, "')");
  }
  return out;
}

}  // namespace

const std::string& error_code_name(ErrorCode code) {
  static const std::array<std::string, 8> names{"UNKNOWN_NAME", "OUT_OF_DOMAIN", "NOT_COVERED",
                                                "BAD_INPUT",    "STOPPED",       "CONTRADICTION",
                                                "NO_MEMORY",    "INTERNAL"};
  return names[static_cast<size_t>(code)];
}

ErrorCode error_code_of(const std::exception_ptr& error) { return facts_of(error).code; }

nlohmann::ordered_json error_record(const std::exception_ptr& error) {
  const ErrorFacts facts = facts_of(error);
  nlohmann::ordered_json out = {{"schema", "error/2"}, {"code", error_code_name(facts.code)}};
  if (!facts.field.empty()) out["field"] = facts.field;
  out["message"] = for_people(facts.message);
  if (!facts.accepted.empty()) out["accepted"] = facts.accepted;
  return out;
}

}  // namespace plumbline
