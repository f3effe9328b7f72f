/// Changes the case of the first letter of a sentence.
#pragma once

#include <string>

namespace plumbline {

/// Returns the text with its first letter in upper case.
inline std::string capital(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') {
    text[0] = static_cast<char>(text[0] - 'a' + 'A');
  }
  return text;
}

/// Returns the text with its first letter in lower case, unless the text begins with an abbreviation.
inline std::string uncapital(std::string text) {
  const auto is_upper = [](char c) { return c >= 'A' && c <= 'Z'; };
  const bool word = text.size() > 1 && is_upper(text[0]) && !is_upper(text[1]);
  if (word) text[0] = static_cast<char>(text[0] - 'A' + 'a');
  return text;
}

}  // namespace plumbline
