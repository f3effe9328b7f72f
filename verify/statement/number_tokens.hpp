/// Finds numbers in the text of an expression, in the grammar of numbers (arithmetic/numbers/number.hpp).
#pragma once

#include <string>
#include <vector>

namespace plumbline {

struct NumberToken {
  size_t begin = 0, end = 0;  ///< positions of the first character and after the last one
};

/// Returns the numbers of an expression, or of a sentence that contains one, from left to right: decimals, fractions,
/// products, powers and hex floats, each as a whole. Digits inside names and a power of a mechanism
/// ("M(...)^10*laplace(b=1)") are not numbers of this kind.
std::vector<NumberToken> number_tokens(const std::string& text);

/// Returns the text with each number replaced by `shown(number)`.
template <class Shown>
std::string with_numbers(const std::string& text, const Shown& shown) {
  std::string out;
  size_t at = 0;
  for (const NumberToken& token : number_tokens(text)) {
    out += text.substr(at, token.begin - at) +
           shown(text.substr(token.begin, token.end - token.begin));
    at = token.end;
  }
  return out + text.substr(at);
}

/// Returns a number for people: "the double 1e-05" for a double with a long exact value, otherwise the unchanged text.
std::string shown_number(const std::string& text);
/// Returns an expression, or a text that contains one, with its numbers in the form of shown_number(). If a number
/// changes, the result is no longer an expression.
std::string shown_numbers(const std::string& text);
/// Returns "The double 1.1 is exactly 1.1000..." for each double that shown_numbers() names.
std::vector<std::string> doubles_explained(const std::string& text);

}  // namespace plumbline
