#include "verify/claims/csv_claim.hpp"

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "verify/claims/json_claim.hpp"

namespace plumbline {
namespace {

using Json = nlohmann::json;

Json parse_object(const std::string& column, const std::string& text) {
  try {
    return parse_claim_json(text);
  } catch (const std::invalid_argument& e) {
    throw std::invalid_argument(column + ": " + e.what());
  }
}

Json arguments_of(const std::string& text) {
  if (!text.empty() && text.front() == '{') return parse_object("at", text);
  Json at = Json::object();
  size_t start = 0;
  while (start < text.size()) {
    const size_t end = std::min(text.find(';', start), text.size());
    const std::string part = text.substr(start, end - start);
    const size_t equals = part.find('=');
    if (equals == std::string::npos) {
      throw std::invalid_argument("at: write delta=1e-5, got '" + part + "'");
    }
    at[part.substr(0, equals)] = part.substr(equals + 1);
    start = end + 1;
  }
  return at;
}

}  // namespace

std::vector<std::string> csv_fields(const std::string& line) {
  std::vector<std::string> out(1);
  bool quoted = false;
  for (size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (quoted && c == '"' && i + 1 < line.size() && line[i + 1] == '"') {
      out.back() += line[++i];
    } else if (c == '"') {
      quoted = !quoted;
    } else if (c == ',' && !quoted) {
      out.emplace_back();
    } else {
      out.back() += c;
    }
  }
  if (quoted) throw std::invalid_argument("a quote is not closed on this line");
  return out;
}

Claim claim_of_csv(const std::vector<std::string>& header, const std::string& line) {
  const std::vector<std::string> fields = csv_fields(line);
  if (fields.size() != header.size()) {
    throw std::invalid_argument(std::to_string(fields.size()) + " fields under " +
                                std::to_string(header.size()) +
                                " column names; quote a field that holds commas");
  }
  Json object = Json::object();
  for (size_t i = 0; i < header.size(); ++i) {
    const std::string& text = fields[i];
    if (text.empty()) continue;
    if (header[i] == "at") {
      object["at"] = arguments_of(text);
    } else if ((header[i] == "options" || header[i] == "mechanism") && text.front() == '{') {
      object[header[i]] = parse_object(header[i], text);
    } else {
      object[header[i]] = text;
    }
  }
  try {
    return claim_of(object);
  } catch (const Json::exception& e) {  // a text that is not UTF-8, say
    throw std::invalid_argument(e.what());
  }
}

}  // namespace plumbline
