#include "verify/claims/reading/event_repr.hpp"

#include <nlohmann/json.hpp>
#include <stdexcept>

namespace plumbline {
namespace {

using Json = nlohmann::json;

bool is_name_character(char c) {
  return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

/// A recursive descent through calls with named arguments, lists, tuples, numbers and words.
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
    throw std::invalid_argument("event, column " + std::to_string(at_ + 1) + ": " + why);
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
    const char c = text_[at_];
    if (c == '\'' || c == '"') return quoted(c);
    if (c == '-' || c == '+' || c == '.' || (c >= '0' && c <= '9')) return number();
    const std::string name = word();
    if (name.empty()) fail("a value is expected");
    if (take('(')) return call(name.substr(name.rfind('.') + 1), depth);
    if (name == "None") return nullptr;
    if (name == "True" || name == "False") return name == "True";
    if (name == "inf" || name == "nan") fail(name + " is no parameter of an event");
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

  Json call(const std::string& name, int depth) {
    Json out = {{"class_name", name}};
    while (!take(')')) {
      const std::string field = word();
      if (field.empty() || !take('=')) fail("a field with = is expected in " + name);
      out[field] = value(depth + 1);
      if (take(',')) continue;
      if (!take(')')) fail("',' or ')' is expected in " + name);
      break;
    }
    return out;
  }

  Json quoted(char mark) {
    const size_t end = text_.find(mark, at_ + 1);
    if (end == std::string::npos) fail("a quotation mark is not closed");
    const std::string out = text_.substr(at_ + 1, end - at_ - 1);
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
    if (text == "-inf") fail("-inf is no parameter of an event");
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

Json event_of_repr(const std::string& text) { return ReprReader(text).read(); }

}  // namespace plumbline
