#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/answers/answer_json.hpp"
#include "app/answers/renderer.hpp"

namespace plumbline {
namespace {

using Json = nlohmann::ordered_json;
using Row = std::vector<std::pair<std::string, std::string>>;

/// As RFC 4180 has it.
std::string quoted(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + "\"";
}

void flatten(const std::string& name, const Json& x, Row* row) {
  if (x.is_object()) {
    const std::string before = name.empty() || name == "at" ? "" : name + "_";
    for (const auto& [key, inner] : x.items()) flatten(before + key, inner, row);
  } else if (x.is_array()) {
    for (size_t i = 0; i < x.size(); ++i) flatten(name + "_" + std::to_string(i + 1), x[i], row);
  } else {
    const std::string text = x.is_null() ? "" : x.is_string() ? x.get<std::string>() : x.dump();
    const auto taken = std::find_if(row->begin(), row->end(),
                                    [&](const auto& field) { return field.first == name; });
    row->emplace_back(taken == row->end() ? name : name + "_asked", text);
  }
}

class CsvRenderer final : public AnswerRenderer {
 public:
  explicit CsvRenderer(std::FILE* to) : to_(to) {}

  void take(const AnswerRecord& answer) override {
    if (answer.for_people) return;
    flatten("", json_of(answer), &rows_.emplace_back());
    // A new column stands after the one that it follows in its row.
    auto next = columns_.begin();
    for (const auto& [name, text] : rows_.back()) {
      const auto known = std::find(columns_.begin(), columns_.end(), name);
      next = std::next(known != columns_.end() ? known : columns_.insert(next, name));
    }
  }

  void finish() override {
    if (rows_.empty()) return;
    write([](const std::string& column) { return column; });
    for (const Row& row : rows_) {
      write([&row](const std::string& column) {
        for (const auto& [name, text] : row) {
          if (name == column) return text;
        }
        return std::string();
      });
    }
    std::fflush(to_);
  }

 private:
  template <class Field>
  void write(const Field& field_of) const {
    std::string line;
    for (const std::string& column : columns_) {
      line += (&column == &columns_.front() ? "" : ",") + quoted(field_of(column));
    }
    fmt::print(to_, "{}\n", line);
  }

  std::FILE* to_;
  std::vector<std::string> columns_;
  std::vector<Row> rows_;
};

}  // namespace

std::unique_ptr<AnswerRenderer> csv_renderer(std::FILE* to) {
  return std::make_unique<CsvRenderer>(to);
}

}  // namespace plumbline
