#include "verify/base/one_line.hpp"

#include <fmt/format.h>

namespace plumbline {
namespace {

unsigned char byte_at(const std::string& text, size_t i) {
  return static_cast<unsigned char>(text[i]);
}

/// How many bytes the letter at i has; 0 where none can be shown.
size_t letter_length(const std::string& text, size_t i) {
  const unsigned char first = byte_at(text, i);
  constexpr unsigned char kDelete = 0x7F;
  if (first < 0x80) return first >= ' ' && first != kDelete ? 1 : 0;
  const size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || i + length > text.size()) return 0;
  for (size_t j = 1; j < length; ++j) {
    if ((byte_at(text, i + j) & 0xC0U) != 0x80U) return 0;
  }
  const bool control = first == 0xC2 && byte_at(text, i + 1) < 0xA0;
  return control ? 0 : length;
}

}  // namespace

std::string one_line(const std::string& text) {
  std::string out;
  for (size_t i = 0; i < text.size();) {
    if (const size_t length = letter_length(text, i); length > 0) {
      out += text.substr(i, length);
      i += length;
    } else {
      out += fmt::format("\\x{:02x}", byte_at(text, i++));
    }
  }
  return out;
}

}  // namespace plumbline
