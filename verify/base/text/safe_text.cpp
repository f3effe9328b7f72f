#include "verify/base/text/safe_text.hpp"

#include <fmt/format.h>

#include <array>
#include <set>

#include "reference/arithmetic/ascii.hpp"
#include "verify/base/text/sha256.hpp"

namespace plumbline {
namespace {

unsigned char byte_at(const std::string& text, size_t i) {
  return static_cast<unsigned char>(text[i]);
}

/// A UTF-8 character of a text: its length in bytes and its code point. The length is 0 if the bytes at this position
/// are not a valid character.
struct Letter {
  size_t length = 0;
  char32_t code = 0;
};

Letter letter_at(const std::string& text, size_t i) {
  const unsigned char first = byte_at(text, i);
  if (first < 0x80) return {1, first};
  const size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || i + length > text.size()) return {};
  char32_t code = first & (0xFFU >> (length + 1));
  for (size_t j = 1; j < length; ++j) {
    if ((byte_at(text, i + j) & 0xC0U) != 0x80U) return {};
    code = (code << 6U) | (byte_at(text, i + j) & 0x3FU);
  }
  constexpr std::array<char32_t, 5> kLeast = {0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
  return code < kLeast[length] || code > 0x10FFFF || surrogate ? Letter{} : Letter{length, code};
}

/// Returns true for characters that change the direction of the following text, end a line, or are invisible.
bool is_mark(char32_t c) {
  return c == 0x061C || (c >= 0x200B && c <= 0x200F && c != 0x200C && c != 0x200D) ||
         (c >= 0x2028 && c <= 0x202E) || (c >= 0x2060 && c <= 0x2069) || c == 0xFEFF ||
         (c >= 0xFFF9 && c <= 0xFFFB) || c == 0xFFFE || c == 0xFFFF ||
         (c >= 0xE0000 && c <= 0xE007F);
}

bool is_control(char32_t c) { return c < 0x20 || (c >= 0x7F && c < 0xA0); }

std::string shown(const std::string& text, bool lines) {
  std::string out;
  for (size_t i = 0; i < text.size();) {
    const Letter letter = letter_at(text, i);
    const bool kept = lines && (letter.code == '\n' || letter.code == '\t');
    if (letter.length == 0 || (is_control(letter.code) && !kept)) {
      out += fmt::format("\\x{:02x}", byte_at(text, i++));
      continue;
    }
    if (is_mark(letter.code)) {
      out += fmt::format("\\u{:04x}", static_cast<unsigned>(letter.code));
    } else {
      out += text.substr(i, letter.length);
    }
    i += letter.length;
  }
  return out;
}

std::string with_entities(const std::string& text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

}  // namespace

namespace {

/// Returns true for names that file_word() must not return unchanged: names of the report's own pages and folders, and
/// names of devices.
bool is_taken(const std::string& word) {
  static const std::set<std::string> taken = {"index", "unnamed", "con", "prn", "aux", "nul"};
  const bool numbered = word.size() == 4 && is_digit(word[3]);
  return taken.contains(word) || (numbered && (word.starts_with("com") || word.starts_with("lpt")));
}

}  // namespace

std::string one_line(const std::string& text) { return shown(text, false); }

std::string shortened(const std::string& text) {
  constexpr size_t kMost = 2000, kHead = 300, kTail = 300, kDigits = 16;
  if (text.size() <= kMost) return text;
  return text.substr(0, kHead) + " ... [" + std::to_string(text.size()) + " characters, SHA-256 " +
         sha256(text).substr(0, kDigits) + "] ... " + text.substr(text.size() - kTail);
}
std::string safe_lines(const std::string& text) { return shown(text, true); }
std::string html_escaped(const std::string& text) { return with_entities(safe_lines(text)); }
std::string xml_escaped(const std::string& text) { return html_escaped(text); }

std::string markdown_text(const std::string& text) {
  std::string out, plain = text;
  for (char& c : plain) {
    if (c == '\n') c = ' ';
  }
  for (const char c : one_line(plain)) {
    if (std::string("\\|*_`<>[]").find(c) != std::string::npos) out += '\\';
    out += c;
  }
  return out;
}

std::string markdown_code(const std::string& text) {
  std::string line = one_line(text), fence = "`";
  while (line.find(fence) != std::string::npos) fence += '`';
  for (size_t at = 0; (at = line.find('|', at)) != std::string::npos; at += 2)
    line.insert(at, "\\");
  const std::string room = fence.size() > 1 ? " " : "";
  return fence + room + line + room + fence;
}

std::string json_safe(const std::string& json) {
  std::string out;
  for (size_t i = 0; i < json.size();) {
    const Letter letter = letter_at(json, i);
    const size_t length = letter.length == 0 ? 1 : letter.length;
    const bool control = is_control(letter.code) && letter.code >= 0x7F;
    if (letter.length > 0 && letter.code > 0xFFFF && is_mark(letter.code)) {
      const auto rest = static_cast<unsigned>(letter.code - 0x10000);
      out += fmt::format("\\u{:04x}\\u{:04x}", 0xD800 + (rest >> 10U), 0xDC00 + (rest & 0x3FFU));
    } else if (letter.length > 0 && (control || is_mark(letter.code))) {
      out += fmt::format("\\u{:04x}", static_cast<unsigned>(letter.code));
    } else {
      out += json.substr(i, length);
    }
    i += length;
  }
  return out;
}

std::string file_word(const std::string& text) {
  constexpr size_t kLongest = 80, kDigest = 8;
  const std::string out = name_word(text);
  const bool whole = out == text && out.size() <= kLongest && !is_taken(out);
  if (whole) return out;
  return out.substr(0, kLongest - kDigest - 1) + "-" + sha256(text).substr(0, kDigest);
}

std::string name_word(const std::string& text) {
  std::string out;
  for (const char c : text) {
    const bool plain = is_letter_or_digit(c) || c == '_';
    if (plain) out += to_lower(c);
    if (!plain && !out.empty() && out.back() != '-') out += '-';
  }
  while (!out.empty() && out.back() == '-') out.pop_back();
  return out.empty() ? "unnamed" : out;
}

}  // namespace plumbline
