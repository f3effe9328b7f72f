#include "app/options/files/channel_file.hpp"

#include <fmt/core.h>
#include <toml++/toml.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>
#include <stdexcept>

#include "reference/arithmetic/numbers/number.hpp"
#include "verify/base/text/toml_text.hpp"

namespace plumbline {
namespace {

/// Throws std::invalid_argument with "FILE:LINE: " before the message.
[[noreturn]] void fail(const std::string& file, size_t line, const std::string& message) {
  throw std::invalid_argument(fmt::format("{}:{}: {}", file, line, message));
}

std::string trimmed(const std::string& text) {
  const char* blanks = " \t\r";
  const size_t first = text.find_first_not_of(blanks);
  if (first == std::string::npos) return "";
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

bool is_text(const std::string& line) {
  return std::none_of(line.begin(), line.end(), [](unsigned char c) {
    constexpr unsigned char kDelete = 0x7F;
    return (c < ' ' && c != '\t' && c != '\r') || c == kDelete;
  });
}

/// Parses one probability; `where` is, for example, "column 3".
Real probability(const std::string& file, size_t line, const std::string& where,
                 const std::string& text) {
  Rational value;
  try {
    value = Rational::parse(text);
  } catch (const std::invalid_argument& e) {
    fail(file, line, where + ": " + e.what());
  }
  if (value.sign() < 0) {
    fail(file, line,
         fmt::format("{}: the negative probability {}; probabilities are at least 0", where, text));
  }
  return Real(value);
}

/// Checks a row. Channel checks its rows, too, but its error messages cannot state the line of the file.
void check_row(const std::string& file, size_t line, const std::vector<Real>& row,
               size_t first_size) {
  if (row.size() != first_size) {
    fail(file, line,
         fmt::format("{} entries, but {} in the first row; write one per output, 0 where it never "
                     "occurs",
                     row.size(), first_size));
  }
  Rational sum(0);
  for (const Real& entry : row) sum = sum + *entry.rational();
  if (!(sum == Rational(1))) {
    fail(file, line,
         fmt::format("the row sums to {}, not to 1; write exact numbers such as 1/3", sum.text()));
  }
}

Channel read_csv(std::istream& in, const std::string& file) {
  std::vector<std::vector<Real>> rows;
  std::string text;
  for (size_t line = 1; std::getline(in, text); ++line) {
    if (!is_text(text)) {
      fail(file, line, "is not text; write probabilities between commas, one line per input");
    }
    const std::string content = trimmed(text);
    if (content.empty() || content.front() == '#') continue;
    std::vector<Real> row;
    size_t begin = 0;
    while (begin <= content.size()) {
      const size_t end = std::min(content.find(',', begin), content.size());
      const std::string where = fmt::format("column {}", row.size() + 1);
      const std::string field = trimmed(content.substr(begin, end - begin));
      if (field.empty())
        fail(file, line, where + ": empty; write 0 for an output that never occurs");
      row.push_back(probability(file, line, where, field));
      begin = end + 1;
    }
    check_row(file, line, row, rows.empty() ? row.size() : rows.front().size());
    rows.push_back(std::move(row));
  }
  if (rows.empty()) {
    throw std::invalid_argument(file +
                                ": no rows; write one line per input, probabilities between "
                                "commas");
  }
  return Channel(std::move(rows));
}

size_t line_of(const toml::node& node) { return node.source().begin.line; }

/// Returns the text of a number in quotes or of an integer. Rejects a TOML float, which the parser has rounded to a
/// double.
std::string number_text(const std::string& file, const std::string& where, const toml::node& node) {
  if (const auto* text = node.as_string()) return text->get();
  if (const auto* integer = node.as_integer()) return std::to_string(integer->get());
  fail(file, line_of(node),
       where + ": write the number in quotes, so that it stays exact: \"0.1\"");
}

Channel read_rows(const std::string& file, const toml::node& node) {
  const auto* list = node.as_array();
  if (list == nullptr || list->empty()) {
    fail(file, line_of(node), "rows must be an array of arrays of numbers in quotes");
  }
  std::vector<std::vector<Real>> rows;
  for (const toml::node& entry : *list) {
    const auto* numbers = entry.as_array();
    if (numbers == nullptr)
      fail(file, line_of(entry), "a row must be an array of numbers in quotes");
    std::vector<Real> row;
    for (const toml::node& number : *numbers) {
      const std::string where = fmt::format("row {}, column {}", rows.size() + 1, row.size() + 1);
      row.push_back(probability(file, line_of(number), where, number_text(file, where, number)));
    }
    check_row(file, line_of(entry), row, rows.empty() ? row.size() : rows.front().size());
    rows.push_back(std::move(row));
  }
  return Channel(std::move(rows));
}

Channel read_named(const std::string& file, const std::string& name, const toml::node& node) {
  const auto* table = node.as_table();
  const std::string second = name == "extremal" ? "eta" : "k";
  if (table == nullptr || table->size() != 2 || !table->contains("epsilon") ||
      !table->contains(second)) {
    fail(file, line_of(node),
         fmt::format("{} must be {{ epsilon = \"1\", {} = {} }}", name, second,
                     second == "k" ? "4" : "\"0.3\""));
  }
  try {
    const Real epsilon = read_number(number_text(file, "epsilon", *table->get("epsilon")));
    const Real parameter = read_number(number_text(file, second, *table->get(second)));
    if (name == "extremal") return extremal_channel(epsilon, parameter);
    const Rational& value = parameter.as_rational();
    if (!value.is_integer() || value < Rational(2) || value > Rational(1000)) {
      throw std::invalid_argument("k must be an integer in [2, 1000], got " + value.text());
    }
    return randomized_response_channel(epsilon, std::lround(value.approximate()));
  } catch (const std::invalid_argument& e) {
    const std::string message = e.what();
    if (message.rfind(file, 0) == 0) throw;
    fail(file, line_of(node), message);
  }
}

Channel read_toml(std::istream& in, const std::string& file) {
  std::ostringstream content;
  content << in.rdbuf();
  const std::string text = content.str();
  if (const auto line = stray_character_line(text)) {
    fail(file, static_cast<size_t>(*line), "a character beyond ASCII outside quotes and comments");
  }
  toml::table table;
  try {
    table = toml::parse(text, file);
  } catch (const toml::parse_error& e) {
    fail(file, e.source().begin.line, std::string(e.description()));
  }
  const std::string keys = "one of the keys rows, randomized_response, extremal";
  if (table.size() != 1) fail(file, 1, "a channel file has exactly " + keys);
  for (const auto& [key, node] : table) {
    const std::string name(key);
    if (name == "rows") return read_rows(file, node);
    if (name == "randomized_response" || name == "extremal") return read_named(file, name, node);
    fail(file, line_of(node), fmt::format("unknown key '{}'; write {}", name, keys));
  }
  fail(file, 1, "empty");
}

}  // namespace

Channel read_channel(const std::string& file) {
  if (file == "-") return read_csv(std::cin, "standard input");
  std::error_code error;
  if (std::filesystem::is_directory(file, error)) {
    throw std::invalid_argument(file + ": is a folder; name a CSV or TOML file in it");
  }
  std::ifstream in(file);
  if (!in) {
    throw std::invalid_argument(
        file +
        (std::filesystem::exists(file, error) ? ": cannot be read" : ": there is no such file") +
        "; name a CSV or TOML file, or - for standard input");
  }
  return read_channel(in, file);
}

Channel read_channel(std::istream& in, const std::string& file) {
  const bool toml = file.size() > 5 && file.compare(file.size() - 5, 5, ".toml") == 0;
  return toml ? read_toml(in, file) : read_csv(in, file);
}

}  // namespace plumbline
