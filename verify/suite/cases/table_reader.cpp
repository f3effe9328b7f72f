#include "verify/suite/cases/table_reader.hpp"

#include <sstream>
#include <stdexcept>

namespace plumbline {
namespace {

/// Returns the text of a scalar as written in the file; empty if the scalar is not on a single line.
std::string written(const toml::node& node, const std::vector<std::string>& lines) {
  const toml::source_region& region = node.source();
  if (region.begin.line != region.end.line || region.begin.line > lines.size()) return "";
  const std::string& line = lines[region.begin.line - 1];
  const size_t begin = region.begin.column - 1;
  if (region.end.column <= region.begin.column || begin >= line.size()) return "";
  const std::string out = line.substr(begin, region.end.column - region.begin.column);
  return out.find_first_not_of("0123456789+-.eExXaAbBcCdDfFnNiI_") == std::string::npos ? out : "";
}

std::string type_name(const toml::node& node) {
  std::ostringstream out;
  out << node.type();
  return out.str();
}

}  // namespace

int line_of(const toml::node& node) { return static_cast<int>(node.source().begin.line); }

const toml::node* TableReader::find(const std::string& key) {
  known_.insert(key);
  return table_.get(key);
}

int TableReader::line(const std::string& key) const {
  const toml::node* node = table_.get(key);
  return line_of(node != nullptr ? *node : table_);
}

std::optional<std::string> TableReader::string_of(const std::string& key, const toml::node& node) {
  if (const auto* text = node.as_string()) {
    if (!text->get().empty()) return text->get();
    complaints_.add(line_of(node), prefix_ + key, "is empty; give it a value or leave it out");
    return std::nullopt;
  }
  std::string message = "must be a string, not " + type_name(node);
  if (node.is_number()) {
    const std::string number = written(node, complaints_.lines);
    message += "; quote the number, so that it is read exactly: " + key + " = \"" +
               (number.empty() ? "..." : number) + "\"";
  }
  complaints_.add(line_of(node), prefix_ + key, message);
  return std::nullopt;
}

std::optional<std::string> TableReader::text(const std::string& key) {
  const toml::node* node = find(key);
  return node != nullptr ? string_of(key, *node) : std::nullopt;
}

std::optional<std::string> TableReader::required(const std::string& key,
                                                 const std::string& remedy) {
  if (find(key) != nullptr) return text(key);
  complain(key, "is missing; " + remedy);
  return std::nullopt;
}

std::optional<int> TableReader::integer(const std::string& key, int least, int most) {
  const toml::node* node = find(key);
  if (node == nullptr) return std::nullopt;
  const std::string range = std::to_string(least) + " to " + std::to_string(most);
  const auto* value = node->as_integer();
  if (value == nullptr) {
    complain(key, "must be an integer from " + range + ", not " + type_name(*node));
    return std::nullopt;
  }
  if (value->get() < least || value->get() > most) {
    complain(key, "must be from " + range + ", got " + std::to_string(value->get()));
    return std::nullopt;
  }
  return static_cast<int>(value->get());
}

std::vector<std::string> TableReader::texts(const std::string& key) {
  const toml::node* node = find(key);
  std::vector<std::string> out;
  if (node == nullptr) return out;
  const toml::array* array = node->as_array();
  if (array == nullptr) {
    if (const auto one = string_of(key, *node)) out.push_back(*one);
    return out;
  }
  if (array->empty()) complain(key, "is an empty array; give it a value or leave it out");
  for (const toml::node& element : *array) {
    const auto one = string_of(key, element);
    if (!one) return {};
    out.push_back(*one);
  }
  return out;
}

std::map<std::string, Rational> TableReader::numbers(const std::string& key) {
  std::map<std::string, Rational> out;
  const toml::node* node = find(key);
  if (node == nullptr) return out;
  if (!node->is_table()) {
    complain(key, "must be a table like { name = \"1e-3\" }, not " + type_name(*node));
    return out;
  }
  TableReader inner(*node->as_table(), complaints_, prefix_ + key + ".");
  for (auto&& [name, value] : *node->as_table()) {
    const std::string label(name.str());
    const auto text = inner.text(label);
    if (!text) continue;
    try {
      out.emplace(label, Rational::parse(*text));
    } catch (const std::invalid_argument& e) {
      inner.complain(label, e.what());
    }
  }
  return out;
}

void TableReader::refuse_unknown_keys() {
  std::string names;
  for (const std::string& key : known_) names += (names.empty() ? "" : ", ") + key;
  for (auto&& [key, value] : table_) {
    if (known_.count(key.str()) > 0) continue;
    complaints_.add(line_of(value), prefix_ + std::string(key.str()),
                    "unknown key; known keys: " + names);
  }
}

}  // namespace plumbline
