#include <toml++/toml.h>

#include <sstream>
#include <stdexcept>

#include "verify/base/text/toml_text.hpp"
#include "verify/deployments/fields.hpp"

namespace plumbline {
namespace {

void add_toml_fields(const toml::node& node, const std::string& path, RecordFields* out) {
  const auto below = [&](const std::string& key) { return path.empty() ? key : path + "." + key; };
  if (const toml::table* table = node.as_table()) {
    for (const auto& [key, value] : *table) {
      add_toml_fields(value, below(std::string(key.str())), out);
    }
    return;
  }
  if (const toml::array* array = node.as_array()) {
    for (size_t i = 0; i < array->size(); ++i) {
      add_toml_fields(*array->get(i), below(std::to_string(i)), out);
    }
    return;
  }
  if (const auto text = node.value<std::string>()) {
    (*out)[path] = *text;
    return;
  }
  if (const auto whole = node.as_integer()) {
    (*out)[path] = std::to_string(whole->get());
    return;
  }
  throw std::invalid_argument("line " + std::to_string(node.source().begin.line) + ": " + path +
                              ": write a text or a whole number; other numbers are texts here, so "
                              "that they are exact");
}

}  // namespace

RecordFields read_toml_fields(const std::string& text) {
  if (const auto line = stray_character_line(text)) {
    throw std::invalid_argument("line " + std::to_string(*line) +
                                ": a character beyond ASCII stands outside of texts");
  }
  RecordFields out;
  try {
    std::istringstream in(text);
    const toml::table table = toml::parse(in);
    add_toml_fields(table, "", &out);
  } catch (const toml::parse_error& e) {
    throw std::invalid_argument("line " + std::to_string(e.source().begin.line) + ": " +
                                std::string(e.description()));
  }
  return out;
}

}  // namespace plumbline
