#include <nlohmann/json.hpp>

#include "fuzz/targets.hpp"
#include "reference/engines/engine.hpp"
#include "verify/records/call.hpp"
#include "verify/records/error_record.hpp"

namespace plumbline::fuzz {

/// A request is answered, or refused with a code that says whose fault it is. Nothing is computed for long.
void calls(const std::string& text) {
  try {
    (void)answer_call(text, [polls = 0]() mutable {
      if (++polls > 3) throw Interrupted{};
    });
  } catch (...) {
    const ErrorCode code = error_code_of(std::current_exception());
    require(code != ErrorCode::internal && code != ErrorCode::contradiction,
            error_record(std::current_exception()).dump().c_str());
  }
}

}  // namespace plumbline::fuzz
