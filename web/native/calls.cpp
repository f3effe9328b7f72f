#include "web/native/calls.hpp"

#include <map>
#include <new>

extern "C" {
/// Defined by the page: a nonzero result ends the work.
int plumbline_host_stop(void);
/// Returns the answer, which lives until the next call.
PLUMBLINE_API const char* plumbline_call(const char* request);
}

namespace plumbline::web {

void require_ok(plumbline_status status) {
  if (status != PLUMBLINE_OK) throw Refused{status, plumbline_error()};
}

Poll host_poll() {
  return [] {
    if (plumbline_host_stop() != 0) throw Interrupted{};
  };
}

std::string text_of(const Json& call, const std::string& name) {
  const auto found = call.find(name);
  return found == call.end() || found->is_null() ? "" : found->get<std::string>();
}

Options::Options(const Json& call)
    : direction(text_of(call, "direction")), engine(text_of(call, "engine")) {
  if (!direction.empty()) options.direction = direction.c_str();
  if (!engine.empty()) options.engine = engine.c_str();
  options.digits = call.value("digits", 0);
  options.stop = [](void*) { return plumbline_host_stop(); };
}

namespace {

const std::map<std::string, Json (*)(const Json&)>& calls() {
  static const std::map<std::string, Json (*)(const Json&)> all = {
      {"open", call_open},     {"close", call_close}, {"ask", call_ask},
      {"derive", call_derive}, {"free", call_free},   {"certificate", call_certificate},
      {"json", call_json},     {"check", call_check}, {"training", call_training},
      {"scores", call_scores}, {"names", call_names}};
  return all;
}

Json refusal(int status, const std::string& what) { return {{"status", status}, {"error", what}}; }

Json answered(const std::string& request) {
  try {
    const Json call = Json::parse(request);
    const auto known = calls().find(text_of(call, "call"));
    if (known == calls().end()) {
      return refusal(PLUMBLINE_BAD_INPUT, "no call " + text_of(call, "call"));
    }
    Json out = known->second(call);
    out["status"] = PLUMBLINE_OK;
    return out;
  } catch (const Refused& refused) {
    return refusal(refused.status, refused.what);
  } catch (const Interrupted&) {
    return refusal(PLUMBLINE_STOPPED, "stopped");
  } catch (const std::bad_alloc&) {
    return refusal(PLUMBLINE_NO_MEMORY, "out of memory");
  } catch (const std::exception& e) {
    return refusal(PLUMBLINE_INTERNAL, e.what());
  }
}

}  // namespace
}  // namespace plumbline::web

const char* plumbline_call(const char* request) {
  static std::string answer;
  answer = plumbline::web::answered(request).dump();
  return answer.c_str();
}
