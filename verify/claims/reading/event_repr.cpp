#include "verify/claims/reading/event_repr.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <vector>

#include "verify/claims/reading/event_record.hpp"

namespace plumbline {
namespace {

using Json = nlohmann::json;

bool is_name_character(char c) {
  return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

/// Returns true for a scalar type of NumPy whose repr has all digits of its value.
bool is_scalar_type(const std::string& name) {
  return name == "float64" || name == "int64" || name == "int32";
}

/// A recursive descent parser of calls, lists, tuples, dictionaries, numbers and words.
class ReprReader {
 public:
  explicit ReprReader(const std::string& text) : text_(text) {}

  Json read() {
    Json out = value(0);
    blanks();
    if (at_ != text_.size()) fail("nothing more is expected");
    return out;
  }

 private:
  [[noreturn]] void fail(const std::string& why) const {
    throw std::invalid_argument("column " + std::to_string(at_ + 1) + ": " + why);
  }
  void blanks() {
    while (at_ < text_.size() &&
           (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == '\t' || text_[at_] == '\r')) {
      ++at_;
    }
  }
  bool take(char c) {
    blanks();
    if (at_ == text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  std::string word() {
    blanks();
    const size_t from = at_;
    while (at_ < text_.size() && (is_name_character(text_[at_]) || text_[at_] == '.')) ++at_;
    return text_.substr(from, at_ - from);
  }

  Json value(int depth) {
    constexpr int kDeepest = 64;
    if (depth > kDeepest) fail("the event is nested too deeply");
    blanks();
    if (at_ == text_.size()) fail("a value is missing");
    if (take('[')) return list(']', depth);
    if (take('(')) return list(')', depth);
    if (take('{')) return dictionary(depth);
    const char c = text_[at_];
    if (c == '\'' || c == '"') return quoted(c);
    if (c == '-' || c == '+' || c == '.' || (c >= '0' && c <= '9')) return number();
    const std::string name = word();
    if (name.empty()) fail("a value is expected");
    if (take('(')) return call(name.substr(name.rfind('.') + 1), depth);
    if (name == "None") return nullptr;
    if (name == "True" || name == "False") return name == "True";
    if (name == "inf" || name == "nan") fail(name + " is no parameter");
    return name.substr(name.rfind('.') + 1);
  }

  Json list(char end, int depth) {
    Json out = Json::array();
    while (!take(end)) {
      out.push_back(value(depth + 1));
      if (take(',')) continue;
      if (!take(end)) fail(std::string("',' or '") + end + "' is expected");
      break;
    }
    return out;
  }

  Json dictionary(int depth) {
    Json out = Json::object();
    while (!take('}')) {
      blanks();
      if (at_ == text_.size() || (text_[at_] != '\'' && text_[at_] != '"')) {
        fail("a name in quotation marks is expected");
      }
      const std::string key = quoted(text_[at_]);
      if (!take(':')) fail("':' is expected after " + key);
      out[key] = value(depth + 1);
      if (take(',')) continue;
      if (!take('}')) fail("',' or '}' is expected");
      break;
    }
    return out;
  }

  /// Returns the name before an equals sign and moves past it; otherwise returns an empty text without moving.
  std::string keyword() {
    const size_t from = at_;
    std::string out = word();
    if (!out.empty() && take('=')) return out;
    at_ = from;
    return "";
  }

  Json call(const std::string& name, int depth) {
    Json out = {{"class_name", name}};
    std::vector<Json> unnamed;
    while (!take(')')) {
      const std::string field = keyword();
      if (field.empty()) {
        if (out.size() > 1) fail("a field with = is expected in " + name);
        unnamed.push_back(value(depth + 1));
      } else {
        if (out.contains(field)) fail(field + " is given twice in " + name);
        out[field] = value(depth + 1);
      }
      if (take(',')) continue;
      if (!take(')')) fail("',' or ')' is expected in " + name);
      break;
    }
    if (is_scalar_type(name) && unnamed.size() == 1 && out.size() == 1) return unnamed.front();
    const std::vector<std::string> order = order_of(name);
    if (unnamed.size() > order.size() && event_fields(name)) fail(name + " has too many values");
    // The values of an unknown event get no names; the event is rejected later because its name is unknown.
    for (size_t i = 0; i < std::min(unnamed.size(), order.size()); ++i) {
      if (out.contains(order[i])) fail(order[i] + " is given twice in " + name);
      out[order[i]] = unnamed[i];
    }
    return out;
  }

  static std::vector<std::string> order_of(const std::string& name) {
    return event_fields(name).value_or(std::vector<std::string>{});
  }

  std::string quoted(char mark) {
    const size_t end = text_.find(mark, at_ + 1);
    if (end == std::string::npos) fail("a quotation mark is not closed");
    std::string out = text_.substr(at_ + 1, end - at_ - 1);
    at_ = end + 1;
    return out;
  }

  Json number() {
    const size_t from = at_;
    while (at_ < text_.size() && (is_name_character(text_[at_]) || text_[at_] == '.' ||
                                  text_[at_] == '-' || text_[at_] == '+')) {
      ++at_;
    }
    const std::string text = text_.substr(from, at_ - from);
    if (text == "-inf") fail("-inf is no parameter");
    const Json out = Json::parse(text.starts_with('+') ? text.substr(1) : text, nullptr, false);
    if (out.is_number()) return out;
    const Json filled = Json::parse(text.ends_with('.') ? text + "0" : "0" + text, nullptr, false);
    if (!filled.is_number()) fail("'" + text + "' is no number");
    return filled;
  }

  const std::string& text_;
  size_t at_ = 0;
};

}  // namespace

bool is_event_repr(const std::string& text) {
  const size_t from = text.find_first_not_of(" \t\r\n"), call = text.find('(');
  if (from == std::string::npos || call == std::string::npos || call < from) return false;
  const std::string name = text.substr(from, call - from);
  for (const char c : name) {
    if (!is_name_character(c) && c != '.') return false;
  }
  return name.ends_with("DpEvent");
}

Json event_of_repr(const std::string& text) {
  try {
    return value_of_repr(text);
  } catch (const std::invalid_argument& e) {
    throw std::invalid_argument(std::string("event, ") + e.what());
  }
}

Json value_of_repr(const std::string& text) { return ReprReader(text).read(); }

}  // namespace plumbline
