/// Parses the texts of the fields of a claim; throws if a text is invalid.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace plumbline::claim_json {

/// Throws std::invalid_argument with the field and the error.
[[noreturn]] void fail(const std::string& field, const std::string& what);

std::string text_field(const nlohmann::json& object, const std::string& key,
                       const std::string& otherwise);
std::string required_text(const nlohmann::json& object, const std::string& key,
                          const std::string& remedy);

}  // namespace plumbline::claim_json
