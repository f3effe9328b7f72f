#include "verify/report/results.hpp"

#include <algorithm>
#include <fstream>
#include <sstream>

namespace plumbline {
namespace {

Json parse_or_null(const std::string& text) {
  Json out = Json::parse(text, nullptr, false);
  return out.is_object() ? out : Json();
}

std::vector<Json> objects_in(const std::filesystem::path& path) {
  std::vector<Json> out;
  std::ifstream lines(path);
  for (std::string line; std::getline(lines, line);) {
    Json value = parse_or_null(line);
    if (!value.is_null()) out.push_back(std::move(value));
  }
  return out;
}

bool has_text(const Json& record, const std::string& key) {
  const auto it = record.find(key);
  return it != record.end() && it->is_string();
}

}  // namespace

bool is_value(const Json& result) {
  const auto judged = result.find("judged");
  const bool has_judged = judged != result.end() && judged->is_array() && !judged->empty();
  const bool has_ends = has_text(result, "lower") && has_text(result, "upper");
  if (!has_text(result, "quantity") || !(has_ends || has_judged)) return false;
  if (result.contains("kind") && text_of(result, "kind") != "value") return false;
  const auto at = result.find("at");
  if (at == result.end() || at->is_null()) return true;
  return at->is_object() &&
         std::all_of(at->begin(), at->end(), [](const Json& x) { return x.is_string(); });
}

RunResults load_results(const std::filesystem::path& out) {
  RunResults results;
  std::ifstream run(out / "run.json");
  std::ostringstream text;
  text << run.rdbuf();
  results.run = parse_or_null(text.str());
  if (results.run.is_null()) results.run = Json::object();
  for (Json& result : objects_in(out / "results.jsonl")) {
    (is_value(result) ? results.values : results.others).push_back(std::move(result));
  }
  results.cases = objects_in(out / "cases.jsonl");
  return results;
}

std::string text_of(const Json& record, const std::string& key) {
  const auto it = record.find(key);
  if (it == record.end() || it->is_null()) return "";
  return it->is_string() ? it->get<std::string>() : it->dump();
}

}  // namespace plumbline
