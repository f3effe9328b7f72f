/// Answers requests in JSON (plumbline_call_json).
#include <cstdlib>
#include <cstring>
#include <nlohmann/json.hpp>

#include "capi/handles.hpp"
#include "verify/records/call.hpp"
#include "verify/records/error_record.hpp"

namespace plumbline::capi {
namespace {

/// Returns a copy of the text that plumbline_free_text() frees; NULL if memory is exhausted.
char* copied(const std::string& text) {
  char* const out = static_cast<char*>(std::malloc(text.size() + 1));
  if (out != nullptr) std::memcpy(out, text.c_str(), text.size() + 1);
  return out;
}

std::string text_of(const nlohmann::ordered_json& record) {
  return record.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace
}  // namespace plumbline::capi

using namespace plumbline;
using namespace plumbline::capi;

plumbline_status plumbline_call_json(const char* request, const plumbline_options* options,
                                     char** out) {
  return guarded([&] {
    *given(out, "out") = nullptr;
    try {
      const std::string text = given(request, "request");
      *out = copied(text_of(answer_call(text, asked(options).effort.poll)));
    } catch (...) {
      *out = copied(text_of(error_record(std::current_exception())));
      throw;
    }
    if (*out == nullptr) throw std::bad_alloc();
  });
}

void plumbline_free_text(char* text) { std::free(text); }
