#include "verify/base/text/record_text.hpp"

#include <algorithm>
#include <cstring>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "reference/arithmetic/ascii.hpp"
#include "verify/base/text/record_columns.hpp"
#include "verify/base/text/strict_json.hpp"

namespace plumbline {
namespace {

/// Returns the first character that is not a blank; 0 if there is none.
char begin_of(const std::string& text) {
  const size_t at = text.find_first_not_of(" \t");
  return at == std::string::npos ? '\0' : text[at];
}

nlohmann::json parse_object(const std::string& column, const std::string& text,
                            const RecordWords& words) {
  try {
    return parse_record_json(text, words);
  } catch (const std::invalid_argument& e) {
    throw std::invalid_argument(column + ": " + e.what());
  }
}

nlohmann::json arguments_of(const std::string& text, const RecordWords& words) {
  if (!text.empty() && text.front() == '{') return parse_object("at", text, words);
  nlohmann::json at = nlohmann::json::object();
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

/// Returns the number with a decimal comma in an object (`:0,001`), which is invalid JSON; empty if there is none.
std::string decimal_comma(const std::string& text) {
  for (size_t at = text.find(':'); at != std::string::npos; at = text.find(':', at + 1)) {
    const size_t start = text.find_first_not_of(" \t", at + 1);
    size_t end = start;
    while (end < text.size() && is_digit(text[end])) ++end;
    const bool comma =
        end > start && end + 1 < text.size() && text[end] == ',' && is_digit(text[end + 1]);
    if (!comma) continue;
    for (++end; end < text.size() && is_digit(text[end]);) ++end;
    return text.substr(start, end - start);
  }
  return "";
}

}  // namespace

bool is_blank(const std::string& text) {
  return text.find_first_not_of(" \t\r\n") == std::string::npos;
}

void trim_record(std::string* text, bool first) {
  // Some programs write this byte-order mark at the start of a UTF-8 text.
  constexpr const char* kByteOrderMark = "\xEF\xBB\xBF";
  while (!text->empty() && (text->back() == '\r' || text->back() == ' ')) text->pop_back();
  if (first && text->starts_with(kByteOrderMark)) text->erase(0, std::strlen(kByteOrderMark));
}

bool is_record_header(const std::string& text) {
  return begin_of(text) != '{' && names_mechanism(text);
}

std::string no_records(const std::string& first, const RecordWords& words) {
  if (first.find('\0') != std::string::npos) {
    return "is not text; give JSON Lines or CSV";
  }
  const bool printed_wide = first.find_first_not_of("{[ \t") == std::string::npos;
  if (printed_wide || begin_of(first) == '[') {
    return words.all +
           " are one object on a line each; `jq -c . FILE` writes them so, `jq -c '.[]' FILE` "
           "those of a list";
  }
  if (begin_of(first) != '{' && !is_record_header(first)) {
    return "neither a JSON object nor the column names of a CSV file (" + words.columns + ")";
  }
  return "";
}

std::vector<std::string> record_header(const std::string& text) {
  std::vector<std::string> out = csv_fields(text);
  if (out.size() == 1 && text.find_first_of(";\t") != std::string::npos) {
    throw std::invalid_argument("columns are separated by commas here, not by semicolons or tabs");
  }
  for (size_t i = 0; i < out.size(); ++i) {
    if (std::find(out.begin(), out.begin() + static_cast<long>(i), out[i]) !=
        out.begin() + static_cast<long>(i)) {
      throw std::invalid_argument("column " + out[i] + " is there twice; keep one");
    }
  }
  return out;
}

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

std::vector<std::string> csv_row(const std::vector<std::string>& header, const std::string& line) {
  std::vector<std::string> fields = csv_fields(line);
  if (fields.size() == header.size()) return fields;
  throw std::invalid_argument(std::to_string(fields.size()) + " fields under " +
                              std::to_string(header.size()) +
                              " column names; quote a field that holds commas");
}

void put_csv_field(const std::string& name, const std::string& text, const RecordWords& words,
                   nlohmann::json* object) {
  if (text.empty()) return;
  if (name == "at") {
    (*object)["at"].update(arguments_of(text, words));
  } else if ((name == "options" || name == "mechanism") && text.front() == '{') {
    (*object)[name] = parse_object(name, text, words);
  } else {
    (*object)[name] = text;
  }
}

nlohmann::json csv_record(const std::vector<std::string>& header, const std::string& line,
                          const RecordWords& words) {
  const std::vector<std::string> fields = csv_row(header, line);
  nlohmann::json object = nlohmann::json::object();
  for (size_t i = 0; i < header.size(); ++i) put_csv_field(header[i], fields[i], words, &object);
  return object;
}

nlohmann::json parse_record_json(const std::string& text, const RecordWords& words) {
  constexpr int kDeepest = 64;
  try {
    return read_strict_json<nlohmann::json>(text, kDeepest);
  } catch (const BadJson& e) {
    using Flaw = BadJson::Flaw;
    const bool printed_wide = text.find_first_not_of("{[ \t") == std::string::npos;
    const std::string comma = decimal_comma(text);
    switch (e.flaw) {
      case Flaw::syntax:
        break;
      case Flaw::nul:
        throw std::invalid_argument(std::string(e.what()) +
                                    "; write one object on a line, in UTF-8 without NUL");
      case Flaw::twice:
        throw std::invalid_argument(std::string(e.what()) + ": given twice; write it once");
      case Flaw::deep:
        throw std::invalid_argument("nested too deeply for " + words.one);
      case Flaw::number:
        throw std::invalid_argument(std::string("not JSON that can be read: ") + e.what());
    }
    if (!comma.empty()) {
      std::string point = comma;
      std::replace(point.begin(), point.end(), ',', '.');
      throw std::invalid_argument("not JSON: " + comma + " has a decimal comma; write " + point);
    }
    throw std::invalid_argument(printed_wide
                                    ? "not JSON; write each object on one line (jq -c . FILE does)"
                                    : "not JSON (byte " + std::to_string(e.byte) +
                                          "); write one object on a line, nan and inf as strings");
  }
}

}  // namespace plumbline
