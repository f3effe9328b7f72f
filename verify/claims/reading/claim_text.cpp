#include "verify/claims/reading/claim_text.hpp"

#include <nlohmann/json.hpp>
#include <stdexcept>

namespace plumbline::claim_json {

void fail(const std::string& field, const std::string& what) {
  throw std::invalid_argument(field + ": " + what);
}

std::string text_field(const nlohmann::json& object, const std::string& key,
                       const std::string& otherwise) {
  if (!object.contains(key) || object[key].is_null()) return otherwise;
  if (!object[key].is_string()) fail(key, "must be a string, got " + object[key].dump());
  return object[key].get<std::string>();
}

std::string required_text(const nlohmann::json& object, const std::string& key,
                          const std::string& remedy) {
  const std::string text = text_field(object, key, "");
  if (text.empty()) fail(key, "missing; " + remedy);
  return text;
}

}  // namespace plumbline::claim_json
