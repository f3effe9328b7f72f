#include "verify/base/text/toml_text.hpp"

#include <algorithm>

namespace plumbline {
namespace {

/// Returns the end of the string that begins at `at`: the position after its last quote. A string without a closing
/// quote ends at the end of its line, or at the end of the text if it is a multi-line string.
size_t end_of_string(const std::string& text, size_t at) {
  const char quote = text[at];
  const std::string three(3, quote);
  const bool lines = text.compare(at, 3, three) == 0;
  for (at += lines ? 3 : 1; at < text.size(); ++at) {
    if (quote == '"' && text[at] == '\\') {
      ++at;
    } else if (lines && text.compare(at, 3, three) == 0) {
      for (at += 3; at < text.size() && text[at] == quote;) ++at;
      return at;
    } else if (!lines && (text[at] == quote || text[at] == '\n')) {
      return text[at] == quote ? at + 1 : at;
    }
  }
  return text.size();
}

/// Returns true if the quote at `at` begins a string. A quote begins a string only after one of the characters below;
/// after other characters, toml++ continues a number or a word. Three quotes begin a multi-line string only as a value,
/// because a key cannot be a multi-line string.
bool opens(const std::string& text, size_t at) {
  if (at == 0) return text.compare(0, 3, std::string(3, text[0])) != 0;
  if (std::string(" \t\r\n=,[{.").find(text[at - 1]) == std::string::npos) return false;
  if (text.compare(at, 3, std::string(3, text[at])) != 0) return true;
  const size_t before = text.find_last_not_of(" \t\r\n", at - 1);
  return before != std::string::npos && std::string("=,[").find(text[before]) != std::string::npos;
}

}  // namespace

std::optional<int> stray_character_line(const std::string& text) {
  int line = 1;
  // True if the text begins with the UTF-8 byte-order mark.
  const bool marked = text.rfind("\xEF\xBB\xBF", 0) == 0;
  for (size_t at = marked ? 3 : 0; at < text.size();) {
    size_t next = at + 1;
    if (text[at] == '#') {
      next = std::min(text.find('\n', at), text.size());
    } else if ((text[at] == '"' || text[at] == '\'') && opens(text, at)) {
      next = std::min(end_of_string(text, at), text.size());
    } else if (static_cast<unsigned char>(text[at]) >= 0x80) {
      return line;
    }
    for (; at < next; ++at) line += text[at] == '\n';
  }
  return std::nullopt;
}

}  // namespace plumbline
