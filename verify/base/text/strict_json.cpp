#include "verify/base/text/strict_json.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <vector>

namespace plumbline {

template <class Json>
Json read_strict_json(const std::string& text, int deepest) {
  using Flaw = BadJson::Flaw;
  if (const size_t at = text.find('\0'); at != std::string::npos) {
    throw BadJson(Flaw::nul, "a NUL byte at byte " + std::to_string(at + 1), at);
  }
  // The names seen so far in each object that is still open.
  std::vector<std::set<std::string>> open;
  std::string twice;
  bool deep = false;
  using Event = typename Json::parse_event_t;
  const typename Json::parser_callback_t watch = [&](int depth, Event event, Json& parsed) {
    if (event == Event::object_start) open.emplace_back();
    if (event == Event::object_end) open.pop_back();
    if (event == Event::key) {
      const auto key = parsed.template get<std::string>();
      if (!open.back().insert(key).second) twice = key;
    }
    deep = deep || depth > deepest;
    return depth <= deepest;
  };
  Json out;
  try {
    out = Json::parse(text, watch);
  } catch (const typename Json::parse_error& e) {
    throw BadJson(Flaw::syntax, e.what(), std::min(e.byte, text.size()));
  } catch (const typename Json::exception& e) {
    throw BadJson(Flaw::number, e.what());
  }
  if (deep) throw BadJson(Flaw::deep, "nested too deeply");
  if (!twice.empty()) throw BadJson(Flaw::twice, twice);
  return out;
}

template nlohmann::json read_strict_json(const std::string& text, int deepest);
template nlohmann::ordered_json read_strict_json(const std::string& text, int deepest);

}  // namespace plumbline
