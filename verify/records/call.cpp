#include "verify/records/call.hpp"

#include <array>
#include <nlohmann/json.hpp>

#include "reference/arithmetic/input_errors.hpp"
#include "reference/arithmetic/running/floating_point.hpp"
#include "verify/base/text/strict_json.hpp"
#include "verify/records/call_verbs.hpp"

namespace plumbline {
namespace {

using Json = nlohmann::ordered_json;

Json parsed(const std::string& request) {
  if (request.size() > kMostCallBytes) throw BadField("request", "longer than 16 MiB");
  try {
    return read_strict_json<Json>(request, kDeepestCall);
  } catch (const BadJson& e) {
    switch (e.flaw) {
      case BadJson::Flaw::twice:
        throw BadField(e.what(), "occurs twice");
      case BadJson::Flaw::deep:
        throw BadField("request", "nested too deeply");
      case BadJson::Flaw::nul:
      case BadJson::Flaw::number:
      case BadJson::Flaw::syntax:
        break;
    }
    throw BadField("request", "not JSON (byte " + std::to_string(e.byte) + "): " + e.what());
  }
}

struct CallVerb {
  std::string name;
  Json (*run)(CallMembers&, const Poll&);
};

const std::array<CallVerb, 6>& call_verbs() {
  static const std::array<CallVerb, 6> verbs{{{"answer", call_answer},
                                              {"certify", call_certify},
                                              {"check", call_check},
                                              {"compose", call_compose},
                                              {"open", call_open},
                                              {"close", call_close}}};
  return verbs;
}

}  // namespace

Json answer_call(const std::string& request, const Poll& poll) {
  const FloatingPointScope standard;
  const Json json = parsed(request);
  CallMembers members(json);
  const std::string verb = members.text("verb");
  std::vector<std::string> known;
  for (const CallVerb& one : call_verbs()) {
    if (one.name == verb) return one.run(members, poll);
    known.push_back(one.name);
  }
  throw UnknownName(
      "verb: unknown '" + verb + "'; use answer, certify, check, compose, open or close", "verb",
      known);
}

}  // namespace plumbline
